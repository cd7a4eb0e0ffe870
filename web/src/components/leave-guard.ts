import { useEffect } from 'react'
import { confirmStore } from './confirm-store.ts'

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

/** What is lost by leaving: what was typed, or a secret that is shown this once. */
type Loss = keyof typeof questions

const losses: Loss[] = []

/** True when a form on the screen holds changes that are not saved, or a secret is shown this once. */
export function hasUnsavedChanges(): boolean {
  return losses.length > 0
}

/** Asks whether to lose what the screen holds, when it holds anything; the router calls it before it leaves a screen. */
export async function mayLeave(): Promise<boolean> {
  const last = losses.at(-1)
  return last === undefined || confirmStore.ask({ ...questions[last], danger: true })
}

/** Guards what would be lost while `holds`: the browser asks on closing, `mayLeave` on going to another screen. */
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
