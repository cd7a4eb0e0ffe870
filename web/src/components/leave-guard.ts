import { useEffect } from 'react'
import { confirmStore } from './confirm-store.ts'

let dirtyForms = 0

/** True when a form on the screen holds changes that are not saved. */
export function hasUnsavedChanges(): boolean {
  return dirtyForms > 0
}

/** Asks ‹Discard changes?› when there are any; the router calls it before it leaves a screen. */
export async function mayLeave(): Promise<boolean> {
  if (!hasUnsavedChanges()) return true
  return confirmStore.ask({
    title: 'Discard changes?',
    body: 'What you typed on this screen has not been saved.',
    confirmLabel: 'Discard changes',
    cancelLabel: 'Keep editing',
    danger: true,
  })
}

/** Guards unsaved changes while `dirty`: the browser asks on closing, `mayLeave` on going to another screen. */
export function useLeaveGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    dirtyForms += 1
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => {
      dirtyForms -= 1
      window.removeEventListener('beforeunload', hold)
    }
  }, [dirty])
}
