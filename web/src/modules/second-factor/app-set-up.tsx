import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { CopyButton } from '../../components/text/copy-button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../components/forms/form-shell.tsx'
import { notify } from '../../components/messages/notify.ts'
import { useForm } from '../../components/forms/use-form.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { securityMessages } from './messages.ts'
import { QrCode } from './qr-code.tsx'
import styles from './security.module.css'

/** A secret created by the server, not confirmed yet. */
export interface Begun {
  secret: string
  uri: string
}

interface AppSetUpProps {
  begun: Begun
  /** Receives recovery codes, if these are the first, as soon as there are any. */
  onCodes: (codes: readonly string[]) => void
  /** Called when the app is on and the screen shows it. */
  onDone: () => void
  onCancel: () => void
}

const rules = {
  code: (value: string) => (/^\d{6}$/.test(value.replace(/\s/g, '')) ? null : securityMessages.codeRequired),
}

/** In groups of four, easier to read. */
function grouped(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Scan or type the secret, then confirm it with a first code. */
export function AppSetUp({ begun, onCodes, onDone, onCancel }: AppSetUpProps) {
  const queries = useQueryClient()
  const form = useForm({ initial: { code: '' }, rules })
  const { run, busy, problem } = useSend(secondFactor.confirmTotp)
  const steps = useRef<HTMLDivElement>(null)

  /** Selects a wrong code, so that the next one replaces it. */
  function selectCode() {
    const field = steps.current?.querySelector('input')
    field?.focus()
    field?.select()
  }
  async function confirm({ code }: { code: string }) {
    const outcome = await run({ code })
    if (outcome.kind !== 'ok') return selectCode()
    const reread = queries.invalidateQueries({ queryKey: [secondFactor.status.module] })
    notify.ok(securityMessages.appOn)
    // Shown this once, so that they wait for nothing.
    onCodes(outcome.data.recoveryCodes)
    await reread
    onDone()
  }

  return (
    <div className={styles.setUp}>
      <QrCode text={begun.uri} label="QR code for the authenticator app" />
      <div ref={steps} className={styles.steps}>
        <p>1. Scan the code with the app, or type this key into it:</p>
        <p className={styles.secret}>
          <code>{grouped(begun.secret)}</code>
          <CopyButton text={begun.secret} what="key" secret />
        </p>
        <p>2. Type the code that the app shows now:</p>
        <FormShell
          form={form}
          onSave={(values) => void confirm(values)}
          saving={busy}
          error={problem}
          saveLabel="Turn on"
          onCancel={onCancel}
          guard={false}
          align="start"
          label={securityMessages.app}
        >
          <TextField
            {...form.field('code')}
            label="Code"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={8}
            autoFocus
          />
        </FormShell>
      </div>
    </div>
  )
}
