import { useEffect } from 'react'
import { confirmStore } from '../dialogs/confirm-store.ts'

const questions = {
  typed: {
    title: 'Discard changes?',
    body: 'What you typed on this screen has not been saved.',
    confirmLabel: 'Discard changes',
    cancelLabel: 'Keep editing',
  },
  secret: {
    title: 'Leave this screen?',
    body: 'What is shown here is not shown again. Keep a copy of it first.',
    confirmLabel: 'Leave',
    cancelLabel: 'Stay here',
  },
} as const

/** What leaving would lose: typed text, or a secret that is shown only once. */
type Loss = keyof typeof questions

const losses: Loss[] = []

/** True if a form on the screen has unsaved changes, or a secret is being shown. */
export function hasUnsavedChanges(): boolean {
  return losses.length > 0
}

/** True if a secret is being shown that nothing keeps. */
export function showsSecret(): boolean {
  return losses.includes('secret')
}

let asking: Promise<boolean> | undefined

/**
 * Asks before unsaved content is lost, once for several attempts; the router calls it before leaving a screen.
 */
export async function mayLeave(): Promise<boolean> {
  const last = losses.at(-1)
  if (last === undefined) return true
  asking ??= confirmStore.ask({ ...questions[last], danger: true }).finally(() => {
    asking = undefined
  })
  return asking
}

/** Guards unsaved content while `holds`: the browser asks on closing, `mayLeave` on changing screens. */
export function useLeaveGuard(holds: boolean, loss: Loss = 'typed'): void {
  useEffect(() => {
    if (!holds) return
    losses.push(loss)
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => {
      losses.splice(losses.lastIndexOf(loss), 1)
      window.removeEventListener('beforeunload', hold)
    }
  }, [holds, loss])
}
