import { useState } from 'react'
import { notify } from '../components/messages/notify.ts'
import { type Shortcut, shortcuts, useShortcuts } from '../components/keyboard/shortcuts.ts'
import { lazyComponent } from '../lib/lazy.tsx'

const { Part: Sheet } = lazyComponent(
  async () => (await import('../components/keyboard/shortcuts-sheet.tsx')).ShortcutsSheet,
)

/** `?` lists the shortcuts of the current screen. */
export function ShortcutHelp() {
  const [list, setList] = useState<readonly Shortcut[] | null>(null)
  useShortcuts([
    { keys: '?', label: 'Keyboard shortcuts', group: 'Screen', run: () => setList(shortcuts.list()) },
  ])
  const close = () => setList(null)
  function fail() {
    close()
    notify.error('The keyboard shortcuts could not be loaded. Try again.')
  }
  return (
    list !== null && (
      <Sheet list={list} charactersOn={shortcuts.isEnabled()} onClose={close} onFailed={fail} />
    )
  )
}
