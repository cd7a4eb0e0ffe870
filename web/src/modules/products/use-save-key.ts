import { type RefObject, useRef } from 'react'
import { useShortcuts } from '../../components/keyboard/shortcuts.ts'

/** Ctrl-S saves the form that is shown in the returned place. */
export function useSaveKey(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const save = () => place.current?.querySelector('form')?.requestSubmit()
  useShortcuts([{ keys: 'Mod+S', label: 'Save the form', group: 'Form', run: save }])
  return place
}
