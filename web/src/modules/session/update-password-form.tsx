import { session } from '@agency-support/contract/modules/session'
import { useState } from 'react'
import { PasswordField } from '../../kit/fields.tsx'
import { FormShell } from '../../kit/form-shell.tsx'
import { notify } from '../../kit/notify.ts'
import { useForm } from '../../kit/use-form.ts'
import { send } from '../../lib/api.ts'
import { profileStore } from '../../lib/profile.ts'
import { sessionMessages } from './messages.ts'
import { renewSession } from './session-client.ts'

const empty = { newPassword: '', repeated: '' }

const rules = {
  newPassword: (value: string) => (value === '' ? sessionMessages.required : null),
  repeated: (value: string, values: typeof empty) => {
    if (value === '') return sessionMessages.required
    return value === values.newPassword ? null : sessionMessages.mustMatch
  },
}

/** The documented two-field form; the server knows whether more is needed. */
export function UpdatePasswordForm({ onUpdated }: { onUpdated: () => void }) {
  const form = useForm({ initial: empty, rules, speak: 'leaving' })
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function submit({ newPassword }: typeof empty) {
    setSaving(true)
    setError(null)
    const username = profileStore.get()?.hsUserName
    const outcome = await send(session.updatePassword, {
      newPassword,
      ...(username === undefined ? {} : { username }),
    })
    if (outcome.kind === 'ok') {
      // The change came with a session of its own, now with all rights.
      await renewSession()
      notify.ok(sessionMessages.passwordUpdated)
      return onUpdated()
    }
    setSaving(false)
    setError(outcome.message)
    notify.error(outcome.message)
  }

  const matches = form.values.repeated !== '' && form.values.repeated === form.values.newPassword
  return (
    <FormShell
      form={form}
      onSave={(values) => void submit(values)}
      saving={saving}
      error={error}
      saveLabel="Update"
      disabledReason={form.valid ? null : 'Type the new password twice.'}
      guard={false}
      label="Update password"
    >
      <PasswordField
        {...form.field('newPassword')}
        label="New Password"
        hint="At least 15 characters; a few words work well."
        autoComplete="new-password"
        autoFocus
      />
      <PasswordField
        {...form.field('repeated')}
        label="Repeat New Password"
        autoComplete="new-password"
        notice={matches ? 'Matches ✔' : undefined}
      />
    </FormShell>
  )
}
