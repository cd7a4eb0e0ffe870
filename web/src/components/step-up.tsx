import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useProfile } from '../lib/profile.ts'
import { stepUp } from '../lib/step-up.ts'

// Asked for now and then only: the dialog and its libraries come when they are needed.
const StepUpDialog = lazy(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }))

/** Asks who is acting when a call wants to know; stands once in the page. */
export function StepUpHost() {
  const asked = useSyncExternalStore(stepUp.subscribe, stepUp.isAsked)
  const signedIn = useProfile() !== null
  useEffect(() => {
    // Whoever is signed out meanwhile has nothing left to confirm.
    if (asked && !signedIn) stepUp.settle(false)
  }, [asked, signedIn])
  if (!asked || !signedIn) return null
  return (
    <Suspense>
      <StepUpDialog />
    </Suspense>
  )
}
