import { session } from '@agency-support/contract/modules/session'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/fields.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { notify } from '../../components/messages/notify.ts'
import { useForm } from '../../components/forms/use-form.ts'
import { send } from '../../lib/requests/api.ts'
import { useIsHere } from '../../lib/use-is-here.ts'
import { profileStore } from '../../lib/profile.ts'
import { sessionMessages } from './messages.ts'
import { renewSession } from './session-client.ts'

const empty = { newPassword: '', repeated: '' }

const rules = {
  newPassword: (value: string, _values: typeof empty) => (value === '' ? sessionMessages.required : null),
  repeated: (value: string, values: typeof empty) => {
    if (value === '') return sessionMessages.required
    return value === values.newPassword ? null : sessionMessages.mustMatch
  },
}

/** Why Save is disabled. */
function whyNotYet({ newPassword, repeated }: typeof empty): string {
  return newPassword === '' || repeated === '' ? sessionMessages.typeTwice : sessionMessages.differ
}

/** Sends the call and holds its state. */
function useUpdate(onUpdated: () => void) {
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isHere = useIsHere()
  async function update({ newPassword }: typeof empty) {
    setSaving(true)
    setError(null)
    const username = profileStore.get()?.hsUserName
    const outcome = await send(session.updatePassword, {
      newPassword,
      ...(username === undefined ? {} : { username }),
    })
    if (outcome.kind === 'ok') {
      // The change created a new session, now with all permissions.
      await renewSession()
      notify.ok(sessionMessages.passwordUpdated)
      // Whoever has left the form stays where they are.
      return isHere.current ? onUpdated() : undefined
    }
    setSaving(false)
    setError(outcome.message)
    notify.error(outcome.message)
  }
  return { saving, error, update }
}

export interface UpdatePasswordFormProps {
  /** With a second factor a shorter password is accepted. */
  secondFactor: boolean
  onUpdated: () => void
  /** Given if the password must be changed first: the form says so and offers this as the only alternative. */
  onLogout?: () => void
}

/** The documented two-field form; a step-up question of the server comes first. */
export function UpdatePasswordForm({ secondFactor, onUpdated, onLogout }: UpdatePasswordFormProps) {
  const form = useForm({ initial: empty, rules, speak: 'leaving' })
  const { saving, error, update } = useUpdate(onUpdated)
  const matches = form.values.repeated !== '' && form.values.repeated === form.values.newPassword
  return (
    <FormShell
      form={form}
      onSave={(values) => void update(values)}
      saving={saving}
      error={error}
      saveLabel="Update"
      disabledReason={form.valid ? undefined : whyNotYet(form.values)}
      guard={false}
      label="Update password"
      aside={
        onLogout && (
          <Button variant="quiet" onClick={onLogout}>
            Logout
          </Button>
        )
      }
    >
      {onLogout && <p role="status">{sessionMessages.mustChange}</p>}
      <PasswordField
        {...form.field('newPassword')}
        label="New Password"
        hint={secondFactor ? sessionMessages.lengthWithFactor : sessionMessages.lengthAlone}
        autoComplete="new-password"
        autoFocus
      />
      <PasswordField
        {...form.field('repeated')}
        label="Repeat New Password"
        autoComplete="new-password"
        notice={matches ? 'Matches ✔' : undefined}
      />
      {saving && <p role="status">{sessionMessages.updating}</p>}
    </FormShell>
  )
}
