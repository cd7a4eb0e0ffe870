import { useEffect, useState } from 'react'
import { useNavigateTo } from '../../components/link.tsx'
import { useArrival } from '../../components/use-arrival.ts'
import { lateComponent } from '../../lib/late.tsx'
import { useSignOutReason } from '../../lib/sign-out-reason.ts'
import { queryClient } from '../../lib/query.ts'
import { sessionMessages } from './messages.ts'
import { signOut } from './session-client.ts'
import { SignInForm } from './sign-in-form.tsx'
import styles from './sign-in.module.css'

const updatePassword = lateComponent(
  async () => (await import('./update-password-form.tsx')).UpdatePasswordForm,
)

/** The sign-in screen; opening it ends whatever session there was. Must not be mounted anew while signing in. */
export function Page() {
  const navigate = useNavigateTo()
  const [mustChange, setMustChange] = useState<{ secondFactor: boolean } | null>(null)
  const reason = useSignOutReason()
  const heading = useArrival(sessionMessages.signInTitle)
  useEffect(() => {
    // Only here is every screen gone that would ask again for what it shows.
    queryClient.clear()
    void signOut()
  }, [])
  const enter = (): void => navigate('/')
  return (
    <div className={styles.stage}>
      <section className={styles.card} aria-labelledby="sign-in-title">
        <h1 ref={heading} id="sign-in-title" tabIndex={-1}>
          {sessionMessages.signInTitle}
        </h1>
        {reason !== null && (
          <p className={styles.reason} role="status">
            {reason}
          </p>
        )}
        {mustChange === null ? (
          <SignInForm onSignedIn={enter} onPasswordChangeRequired={setMustChange} />
        ) : (
          <updatePassword.Part {...mustChange} onUpdated={enter} />
        )}
      </section>
    </div>
  )
}
