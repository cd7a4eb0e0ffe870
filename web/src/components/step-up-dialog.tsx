import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { sendOnce } from '../lib/api.ts'
import { stepUp } from '../lib/step-up.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from './dialog.tsx'
import { PasswordField, TextField } from '../ui/fields.tsx'
import { Problem } from '../ui/problem.tsx'
import styles from './step-up.module.css'
import { confirmWithPasskey } from './step-up-passkey.ts'

/** What the person confirms with. */
type Method = 'password' | 'code'

/** What they have besides the password; nothing until the server has said so. */
interface Factors {
  totp: boolean
  passkey: boolean
}

function useFactors(): Factors {
  const [factors, setFactors] = useState<Factors>({ totp: false, passkey: false })
  useEffect(() => {
    void sendOnce(secondFactor.stepUpOptions, {}).then((outcome) => {
      if (outcome.kind === 'ok')
        setFactors({ totp: outcome.data.totp, passkey: outcome.data.passkey !== null })
    })
  }, [])
  return factors
}

/** What is typed, and whether it is being checked; a right answer closes the dialog for all who ask. */
function useAnswer() {
  const [method, setMethod] = useState<Method>('password')
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)

  async function settle(work: () => Promise<string | null>) {
    if (busy) return
    setBusy(true)
    setError(null)
    const problem = await work()
    setBusy(false)
    if (problem === null) return stepUp.settle(true)
    setError(problem)
    form.current?.querySelector('input')?.select()
  }
  async function confirm(): Promise<string | null> {
    const outcome = await sendOnce(secondFactor.stepUp, { [method]: text })
    return outcome.kind === 'ok' ? null : outcome.message
  }
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (text !== '') void settle(confirm)
  }
  function choose(other: Method) {
    setMethod(other)
    setText('')
    setError(null)
  }
  const byPasskey = () => void settle(confirmWithPasskey)
  return { method, text, setText, busy, error, form, onSubmit, choose, byPasskey }
}

/** The one dialog that asks who is acting: by password, code or passkey. */
export function StepUpDialog() {
  const factors = useFactors()
  const answer = useAnswer()
  const { method, text, busy, error, form, onSubmit } = answer
  const formId = useId()
  return (
    <Dialog
      kind="confirm"
      title="Confirm that it is you"
      opened
      busy={busy}
      onClose={() => stepUp.settle(false)}
      footer={
        <div className={styles.answers}>
          <Button onClick={() => busy || stepUp.settle(false)}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={busy}
            quietReason
            disabledReason={text === '' ? `Type your ${method} first.` : null}
          >
            Confirm
          </Button>
        </div>
      }
    >
      <form ref={form} id={formId} className={styles.form} onSubmit={onSubmit}>
        <p>This needs a sign-in of the last 15 minutes.</p>
        <Proof method={method} text={text} onChange={answer.setText} />
        {error !== null && <Problem>{error}</Problem>}
        <OtherWays factors={factors} method={method} onChoose={answer.choose} onPasskey={answer.byPasskey} />
      </form>
    </Dialog>
  )
}

interface ProofProps {
  method: Method
  text: string
  onChange: (text: string) => void
}

function Proof({ method, text, onChange }: ProofProps) {
  const field = { name: method, value: text, onChange, autoFocus: true }
  if (method === 'password')
    return <PasswordField key="password" {...field} label="Password" autoComplete="current-password" />
  return (
    <TextField
      key="code"
      {...field}
      label="Code"
      hint="The 6 digits of your authenticator app, or a recovery code."
      autoComplete="one-time-code"
    />
  )
}

interface OtherWaysProps {
  factors: Factors
  method: Method
  onChoose: (method: Method) => void
  onPasskey: () => void
}

function OtherWays({ factors, method, onChoose, onPasskey }: OtherWaysProps) {
  const hasFactor = factors.totp || factors.passkey
  return (
    <div className={styles.others}>
      {factors.passkey && <Button onClick={onPasskey}>Confirm with passkey</Button>}
      {method === 'password' && hasFactor && (
        <Button variant="quiet" onClick={() => onChoose('code')}>
          Use a code instead
        </Button>
      )}
      {method === 'code' && (
        <Button variant="quiet" onClick={() => onChoose('password')}>
          Use the password instead
        </Button>
      )}
    </div>
  )
}
