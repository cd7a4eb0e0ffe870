import { SignInStatus } from '@agency-support/contract/modules/session'
import { useEffect, useRef, useState } from 'react'
import { FormShell } from '../../kit/form-shell.tsx'
import { PasswordField, TextField } from '../../kit/fields.tsx'
import { useForm } from '../../kit/use-form.ts'
import { useNavigateTo } from '../../kit/link.tsx'
import { useArrival } from '../../kit/use-arrival.ts'
import { forgetFarewell, useFarewell } from '../../lib/farewell.ts'
import { queryClient } from '../../lib/query.ts'
import { sessionMessages, signInMessage } from './messages.ts'
import { signIn, signOut } from './session-client.ts'
import styles from './sign-in.module.css'
import { UpdatePasswordForm } from './update-password-form.tsx'

const empty = { username: '', password: '' }

export interface SignInFormProps {
  onSignedIn: () => void
  onPasswordChangeRequired: () => void
  /** Without it Cancel is disabled. */
  onCancel?: () => void
}

/** Email and password; the server alone decides what is wrong with them. */
export function SignInForm({ onSignedIn, onPasswordChangeRequired, onCancel }: SignInFormProps) {
  const form = useForm({ initial: empty })
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)

  async function submit({ username, password }: typeof empty) {
    setSaving(true)
    setError(null)
    forgetFarewell()
    try {
      const result = await signIn(username, password)
      if (result.status === SignInStatus.success) return onSignedIn()
      if (result.status === SignInStatus.passwordChangeRequired) return onPasswordChangeRequired()
      setError(signInMessage(result))
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : sessionMessages.wentWrong)
    } finally {
      setSaving(false)
    }
    // Most often the password was mistyped: it is ready to be typed over.
    box.current?.querySelector<HTMLInputElement>('input[name="password"]')?.select()
  }

  return (
    <div ref={box}>
      <FormShell
        form={form}
        onSave={(values) => void submit(values)}
        saving={saving}
        error={error}
        saveLabel="Sign In"
        onCancel={onCancel}
        cancelDisabledReason={onCancel === undefined ? 'There is nothing to go back to.' : null}
        guard={false}
        label={sessionMessages.signInTitle}
      >
        <TextField {...form.field('username')} label="Email" type="email" autoComplete="username" autoFocus />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
      </FormShell>
    </div>
  )
}

/** The sign-in screen; opening it ends whatever session there was. Must not be mounted anew while signing in. */
export function Page() {
  const navigate = useNavigateTo()
  const [mustChange, setMustChange] = useState(false)
  const farewell = useFarewell()
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
        {farewell !== null && (
          <p className={styles.farewell} role="status">
            {farewell}
          </p>
        )}
        {mustChange ? (
          <UpdatePasswordForm onUpdated={enter} />
        ) : (
          <SignInForm onSignedIn={enter} onPasswordChangeRequired={() => setMustChange(true)} />
        )}
      </section>
    </div>
  )
}
