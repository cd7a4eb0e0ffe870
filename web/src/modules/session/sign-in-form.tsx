import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { type FieldBinding, useForm } from '../../components/forms/use-form.ts'
import { sessionMessages } from './messages.ts'
import { type PendingSignIn, type SignInEnds, useSignIn } from './use-sign-in.ts'

const empty = { username: '', password: '', mfaCode: '' }

export interface SignInFormProps extends SignInEnds {
  /** If omitted, Cancel only leads back from the second factor. */
  onCancel?: () => void
}

/** Email and password, then a code or a passkey if the server asks; only the server validates them. */
export function SignInForm({ onCancel, ...ends }: SignInFormProps) {
  const form = useForm({ initial: empty })
  const { saving, error, asked, byPassword, byPasskey, startOver } = useSignIn(ends)
  const box = useRef<HTMLDivElement>(null)
  const { values } = form
  // Changing email or password starts over.
  const isFactorAsked = asked?.username === values.username && asked.password === values.password

  // Selects the last field, which was most likely mistyped.
  async function then(attempt: Promise<void>) {
    await attempt
    const inputs = box.current?.querySelectorAll<HTMLInputElement>('[name="mfaCode"], [name="password"]')
    Array.from(inputs ?? [])
      .at(-1)
      ?.select()
  }

  // An attempt that is under way may have opened a session already.
  function startAgain() {
    if (saving) return
    startOver()
    form.set('mfaCode', '')
    const password = box.current?.querySelector<HTMLInputElement>('[name="password"]')
    password?.focus()
    password?.select()
  }

  return (
    <div ref={box}>
      <FormShell
        form={form}
        onSave={(given) => void then(byPassword(given, isFactorAsked ? given.mfaCode.trim() : ''))}
        saving={saving}
        error={error}
        saveLabel="Sign In"
        onCancel={onCancel ?? (isFactorAsked ? startAgain : undefined)}
        cancelDisabledReason={
          onCancel === undefined && !isFactorAsked ? sessionMessages.nothingToCancel : undefined
        }
        guard={false}
        label={sessionMessages.signInTitle}
      >
        <TextField {...form.field('username')} label="Email" type="email" autoComplete="username" autoFocus />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        {isFactorAsked && (
          <SecondFactor
            code={form.field('mfaCode')}
            by={asked.by}
            onPasskey={() => void byPasskey(values)}
            saving={saving}
          />
        )}
      </FormShell>
    </div>
  )
}

interface SecondFactorProps extends Pick<PendingSignIn, 'by'> {
  code: FieldBinding<string>
  onPasskey: () => void
  saving: boolean
}

/** Only what the person has: without an app only a recovery code can be typed, and without one of these nothing. */
function SecondFactor({ code, by, onPasskey, saving }: SecondFactorProps) {
  const field = { ...code, spellCheck: false, autoFocus: true }
  const typed = by.find((one) => one !== 'passkey')
  return (
    <>
      {typed === 'recoveryCode' && <TextField {...field} label="Recovery code" autoComplete="off" />}
      {typed !== undefined && typed !== 'recoveryCode' && (
        <TextField {...field} label="Code" hint={sessionMessages.codeHint} autoComplete="one-time-code" />
      )}
      {by.includes('passkey') && (
        <Button autoFocus={typed === undefined} busy={saving} onClick={onPasskey}>
          Use a passkey
        </Button>
      )}
    </>
  )
}
