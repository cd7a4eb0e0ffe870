import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../components/form-shell.tsx'
import { type FieldBinding, useForm } from '../../components/use-form.ts'
import { sessionMessages } from './messages.ts'
import { type SignInEnds, useSignIn } from './use-sign-in.ts'

const empty = { username: '', password: '', mfaCode: '' }

export interface SignInFormProps extends SignInEnds {
  /** If omitted, Cancel is disabled. */
  onCancel?: () => void
}

/** Email and password, then a code or a passkey if the server asks; only the server validates them. */
export function SignInForm({ onCancel, ...ends }: SignInFormProps) {
  const form = useForm({ initial: empty })
  const { saving, error, asked, byPassword, byPasskey } = useSignIn(ends)
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

  return (
    <div ref={box}>
      <FormShell
        form={form}
        onSave={(given) => void then(byPassword(given, isFactorAsked ? given.mfaCode.trim() : ''))}
        saving={saving}
        error={error}
        saveLabel="Sign In"
        onCancel={onCancel}
        cancelDisabledReason={onCancel === undefined ? sessionMessages.nothingToCancel : null}
        guard={false}
        label={sessionMessages.signInTitle}
      >
        <TextField {...form.field('username')} label="Email" type="email" autoComplete="username" autoFocus />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        {isFactorAsked && (
          <SecondFactor
            code={form.field('mfaCode')}
            onPasskey={asked.passkey === undefined ? undefined : () => void then(byPasskey(values))}
            saving={saving}
          />
        )}
      </FormShell>
    </div>
  )
}

interface SecondFactorProps {
  code: FieldBinding<string>
  /** Undefined if the person has no passkey. */
  onPasskey: (() => void) | undefined
  saving: boolean
}

function SecondFactor({ code, onPasskey, saving }: SecondFactorProps) {
  return (
    <>
      <TextField
        {...code}
        label="Code"
        hint={sessionMessages.codeHint}
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
      />
      {onPasskey !== undefined && (
        <Button busy={saving} onClick={onPasskey}>
          Use a passkey
        </Button>
      )}
    </>
  )
}
