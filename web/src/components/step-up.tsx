import { useEffect } from 'react'
import { useStore } from 'zustand'
import { lateComponent } from '../lib/late.tsx'
import { useProfile } from '../lib/profile.ts'
import { stepUp } from '../lib/step-up.ts'

// Asked for now and then only: the dialog and its libraries come when they are needed.
const dialog = lateComponent(async () => (await import('./step-up-dialog.tsx')).StepUpDialog)

/** Asks who is acting when a call wants to know; stands once in the page. */
export function StepUpHost() {
  const question = useStore(stepUp, stepUp.current)
  const signedIn = useProfile() !== null
  useEffect(() => {
    // Whoever is signed out meanwhile has nothing left to confirm.
    if (question !== null && !signedIn) stepUp.settle(false)
  }, [question, signedIn])
  if (question === null || !signedIn) return null
  return <dialog.Part key={question.id} question={question} />
}
