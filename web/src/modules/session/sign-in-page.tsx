import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useArrival } from '../../components/keyboard/use-arrival.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { clearSignOutReason, useSignOutReason } from '../../lib/sign-out-reason.ts'
import { queryClient } from '../../lib/requests/query.ts'
import { sessionMessages } from './messages.ts'
import { followOtherTabs, signOut, useSignOut } from './session-client.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignOutFailed } from './sign-out-failed.tsx'
import styles from './sign-in.module.css'
import { useEnter } from './use-enter.ts'

const updatePassword = lazyComponent(
  async () => (await import('./update-password-form.tsx')).UpdatePasswordForm,
)

/** The sign-in screen; opening it ends any session. Must not be remounted while signing in. */
export function Page() {
  const reason = useSignOutReason()
  const heading = useArrival(sessionMessages.signInTitle)
  const stage = useStage()
  return (
    <div className={styles.stage}>
      <div className={styles.card}>
        <h1 ref={heading} tabIndex={-1}>
          {sessionMessages.signInTitle}
        </h1>
        {reason !== null && (
          <p className={styles.reason} role="status">
            {reason}
          </p>
        )}
        {stage === 'signingOut' && <p className={styles.waiting}>{sessionMessages.signingOut}</p>}
        {stage === 'failed' && <SignOutFailed />}
        {stage === 'form' && <Forms />}
      </div>
    </div>
  )
}

/** The form is shown once no session is left; it stays, with its input, while a later sign-out runs. */
function useStage(): 'signingOut' | 'failed' | 'form' {
  const state = useSignOut()
  const [free, setFree] = useState(false)
  useLayoutEffect(() => {
    // Only here are all screens gone that would refetch their data.
    queryClient.clear()
    void signOut().then(() => setFree(true))
  }, [])
  if (state === 'failed' || state === 'again') return 'failed'
  return free || state === 'done' ? 'form' : 'signingOut'
}

/** Email and password, or the form for a new password if that is required first. */
function Forms() {
  const [mustChange, setMustChange] = useState<{ secondFactor: boolean } | null>(null)
  const enter = useEnter()
  const onSignedIn = useEffectEvent(() => {
    clearSignOutReason()
    enter()
  })
  useEffect(() => followOtherTabs(() => onSignedIn()), [])
  function leave() {
    setMustChange(null)
    void signOut()
  }
  if (mustChange === null) return <SignInForm onSignedIn={enter} onPasswordChangeRequired={setMustChange} />
  return <updatePassword.Part {...mustChange} onUpdated={enter} onLogout={leave} />
}
