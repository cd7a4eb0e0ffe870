import { useEffect } from 'react'
import { useStore } from 'zustand'
import { lazyComponent } from '../../lib/lazy.tsx'
import { useProfile } from '../../lib/profile.ts'
import { stepUp } from '../../lib/requests/step-up.ts'
import { dialogNotLoaded } from './dialog.tsx'

// Rarely needed, so the dialog and its libraries are loaded lazily.
const dialog = lazyComponent(async () => (await import('./step-up-dialog.tsx')).StepUpDialog)

/** Shows the step-up question that a call asks; mounted once. */
export function StepUpHost() {
  const question = useStore(stepUp, stepUp.current)
  const isSignedIn = useProfile() !== null
  useEffect(() => {
    // After a sign-out there is nothing left to confirm.
    if (question !== null && !isSignedIn) stepUp.settle(false)
  }, [question, isSignedIn])
  if (question === null || !isSignedIn) return null
  return <dialog.Part key={question.id} question={question} onFailed={() => stepUp.settle(dialogNotLoaded)} />
}
