import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { notify } from '../../components/messages/notify.ts'
import { useForm } from '../../components/forms/use-form.ts'
import { send } from '../../lib/requests/api.ts'
import { securityMessages } from './messages.ts'

const rules = {
  name: (value: string) => (value.trim() === '' ? securityMessages.nameRequired : null),
}

/** A button that opens the form; the browser does the rest. */
export function AddPasskey({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [open, setOpen] = useState(false)
  if (open) return <NewPasskey onCodes={onCodes} onClose={() => setOpen(false)} />
  return (
    <div>
      <Button disabledReason={whyNoPasskeys()} onClick={() => setOpen(true)}>
        Add a passkey
      </Button>
    </div>
  )
}

interface NewPasskeyProps {
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}

function NewPasskey({ onCodes, onClose }: NewPasskeyProps) {
  const queries = useQueryClient()
  const form = useForm({ initial: { name: '' }, rules })
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function add(name: string): Promise<string | null> {
    const begun = await send(secondFactor.beginPasskey, {})
    if (begun.kind !== 'ok') return begun.message
    const made = await makePasskey(begun.data.options)
    if (!made.ok) return made.message
    const stored = await send(secondFactor.finishPasskey, { name, response: made.response })
    if (stored.kind !== 'ok') return stored.message
    const reread = queries.invalidateQueries({ queryKey: [secondFactor.status.module] })
    notify.ok(securityMessages.passkeyAdded)
    // Shown this once, so that they wait for nothing.
    onCodes(stored.data.recoveryCodes)
    await reread
    return null
  }
  async function save({ name }: { name: string }) {
    setSaving(true)
    setError(null)
    const problem = await add(name)
    setSaving(false)
    if (problem === null) onClose()
    else setError(problem)
  }

  return (
    <FormShell
      form={form}
      onSave={(values) => void save(values)}
      saving={saving}
      error={error}
      saveLabel="Continue"
      onCancel={onClose}
      guard={false}
      align="start"
      label="New passkey"
    >
      <TextField
        {...form.field('name')}
        label="Name"
        hint="What you will know it by, for example Work laptop."
        maxLength={60}
        autoFocus
      />
    </FormShell>
  )
}

/** The passkey that the browser created, or why it created none. */
type MadePasskey = { ok: true; response: Record<string, unknown> } | { ok: false; message: string }

/** Why this browser does not support passkeys, or undefined. */
function whyNoPasskeys(): string | undefined {
  return browserSupportsWebAuthn() ? undefined : 'This browser does not know passkeys.'
}

/** Lets the browser create a passkey with the server's options. */
async function makePasskey(options: Record<string, unknown>): Promise<MadePasskey> {
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
    return { ok: true, response: { ...(await startRegistration({ optionsJSON })) } }
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      return { ok: false, message: securityMessages.passkeyThere }
    return { ok: false, message: securityMessages.passkeyNotMade }
  }
}
