import { useState } from 'react'
import { type Shortcut, shortcuts, useShortcuts } from '../components/shortcuts.ts'
import { ShortcutsSheet } from '../components/shortcuts-sheet.tsx'

/** `?` lists the shortcuts of the current screen. */
export function ShortcutHelp() {
  const [list, setList] = useState<readonly Shortcut[] | null>(null)
  useShortcuts([
    { keys: '?', label: 'Keyboard shortcuts', group: 'Screen', run: () => setList(shortcuts.list()) },
  ])
  return (
    <ShortcutsSheet
      opened={list !== null}
      onClose={() => setList(null)}
      list={list ?? []}
      charactersOn={shortcuts.isEnabled()}
    />
  )
}
