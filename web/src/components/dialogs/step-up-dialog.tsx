import { type Proof, secondFactor, type Way } from '@agency-support/contract/modules/second-factor'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { stepUp, type StepUpQuestion } from '../../lib/requests/step-up.ts'
import { Button } from '../../ui/button.tsx'
import { sendOnce } from '../../lib/requests/api.ts'
import { Dialog } from './dialog.tsx'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { Problem } from '../../ui/problem.tsx'
import styles from './confirm.module.css'
import { askPasskey, passkeyNotUsed } from './ask-passkey.ts'
import { useShownPath } from '../use-shown-path.ts'

/** Asks the browser for a passkey and has it checked; null if accepted, otherwise the sentence to show. */
async function confirmWithPasskey({ asked, judge }: StepUpQuestion): Promise<string | null> {
  const { passkeyId } = asked
  const begun = await sendOnce(secondFactor.stepUpOptions, passkeyId === undefined ? {} : { passkeyId })
  if (begun.kind !== 'ok') return begun.message
  const { passkey: options } = begun.data
  if (options === null) return 'You have no passkey.'
  const passkey = await askPasskey(options)
  return passkey === null ? passkeyNotUsed : judge({ passkey })
}

/** Proofs that are typed; a passkey is not. */
type TypedWay = Exclude<Way, 'passkey'>

const toType: Record<TypedWay, string> = {
  password: 'Type your password first.',
  code: 'Type your code first.',
  recoveryCode: 'Type a recovery code first.',
}

const toProof = (way: TypedWay, text: string): Proof =>
  way === 'password' ? { password: text } : { code: text }

/** The typed proof and whether it is being checked; a correct one closes the dialog for all waiting calls. */
function useAnswer(question: StepUpQuestion, way: TypedWay | undefined) {
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
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (way !== undefined && text !== '') void settle(() => question.judge(toProof(way, text)))
  }
  const byPasskey = () => void settle(() => confirmWithPasskey(question))
  return { text, setText, busy, error, form, onSubmit, byPasskey }
}

/**
 * Answers a question with no whose screen has been left, before or after the server asked it: elsewhere nothing says
 * what is being confirmed. A proof that is being checked is waited for, because its call may be carried out.
 */
function useEndWithScreen({ path }: StepUpQuestion, busy: boolean): boolean {
  // Judged again when another screen is shown, whose forms are gone by then.
  useShownPath()
  const isLeft = location.pathname !== path && !busy
  useEffect(() => {
    if (isLeft) stepUp.settle(false)
  }, [isLeft])
  return isLeft
}

/** The one step-up dialog: offers every proof that the person has and the question accepts. */
export function StepUpDialog({ question }: { question: StepUpQuestion }) {
  const { by } = question.asked
  const way = by.find((one) => one !== 'passkey')
  const answer = useAnswer(question, way)
  const { text, busy, error, form, onSubmit } = answer
  const formId = useId()
  if (useEndWithScreen(question, busy)) return null
  return (
    <Dialog
      kind="confirm"
      title="Confirm that it is you"
      busy={busy}
      onClose={() => stepUp.settle(false)}
      footer={
        <div className={styles.answers}>
          <Button onClick={() => busy || stepUp.settle(false)}>Cancel</Button>
          {way !== undefined && (
            <Button
              type="submit"
              form={formId}
              variant="primary"
              busy={busy}
              quietReason
              disabledReason={text === '' ? toType[way] : undefined}
            >
              Confirm
            </Button>
          )}
        </div>
      }
    >
      <form ref={form} id={formId} className={styles.question} onSubmit={onSubmit}>
        {question.says !== null && <p>{question.says}</p>}
        {way !== undefined && <TypedProof way={way} text={text} onChange={answer.setText} />}
        {by.includes('passkey') && (
          <div>
            <Button
              variant={way === undefined ? 'primary' : 'default'}
              data-autofocus={way === undefined || undefined}
              onClick={answer.byPasskey}
            >
              Confirm with passkey
            </Button>
          </div>
        )}
        <div className={styles.late}>{error !== null && <Problem>{error}</Problem>}</div>
      </form>
    </Dialog>
  )
}

interface TypedProofProps {
  way: TypedWay
  text: string
  onChange: (text: string) => void
}

function TypedProof({ way, text, onChange }: TypedProofProps) {
  const field = { name: way, value: text, onChange, autoFocus: true }
  if (way === 'password') return <PasswordField {...field} label="Password" autoComplete="current-password" />
  if (way === 'recoveryCode') return <TextField {...field} label="Recovery code" autoComplete="off" />
  return (
    <TextField
      {...field}
      label="Code"
      hint="The 6 digits of your authenticator app, or a recovery code."
      autoComplete="one-time-code"
    />
  )
}
