import { padAgencyId } from '@agency-support/contract/ids'
import { TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type SubmitEvent, useId, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/button.tsx'
import styles from './confirm.module.css'
import { type Ask, confirmStore, isConfirmed, type OpenAsk, type Typed } from './confirm-store.ts'
import { Dialog } from './dialog.tsx'
import { TextField } from '../../ui/fields.tsx'

/** `if (await confirm({ title, confirmLabel }))`: true when the person confirmed. */
export function useConfirm(): (ask: Ask) => Promise<boolean> {
  return confirmStore.ask
}

function askedFor(typed: Typed): string {
  return typed.kind === 'agencyId' ? padAgencyId(typed.agencyId) : typed.text
}

function reasonFor(typed: Typed): string {
  return typed.kind === 'agencyId' ? 'Type the agency id first.' : `Type ${typed.what} first.`
}

/** What is typed or pasted while the safe answer has focus goes to the field: a blank in it would mean no. */
function typeIntoField({ key, ctrlKey, metaKey, altKey, currentTarget }: KeyboardEvent) {
  const pastes = (ctrlKey || metaKey) && key.toLowerCase() === 'v'
  const types = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
  if (types || pastes)
    currentTarget.closest('[data-dialog]')?.querySelector<HTMLElement>('[name="typed"]')?.focus()
}

interface AnswersProps {
  ask: OpenAsk
  formId: string
  busy: boolean
  confirmed: boolean
}

function Answers({ ask, formId, busy, confirmed }: AnswersProps) {
  return (
    <div className={styles.answers}>
      <Button
        data-autofocus
        onKeyDown={(event) => ask.typed && typeIntoField(event)}
        onClick={() => busy || ask.answer(false)}
      >
        {ask.cancelLabel ?? 'Cancel'}
      </Button>
      <Button
        type="submit"
        form={formId}
        variant={ask.danger ? 'danger' : 'primary'}
        busy={busy}
        disabledReason={ask.typed && !confirmed ? reasonFor(ask.typed) : undefined}
      >
        {ask.confirmLabel}
      </Button>
    </div>
  )
}

function Question({ ask }: { ask: OpenAsk }) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const formId = useId()
  const confirmed = isConfirmed(ask.typed, text)

  async function confirm(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!confirmed || busy) return
    setBusy(true)
    try {
      await ask.action?.()
      ask.answer(true)
    } catch (cause) {
      ask.fail(cause)
    }
  }

  return (
    <Dialog
      kind="confirm"
      title={ask.title}
      busy={busy}
      onClose={() => ask.answer(false)}
      footer={<Answers ask={ask} formId={formId} busy={busy} confirmed={confirmed} />}
    >
      <form id={formId} className={styles.question} onSubmit={(event) => void confirm(event)}>
        {ask.subject !== undefined && (
          <p className={styles.subject}>
            {ask.danger && <TriangleAlert aria-hidden="true" />}
            {ask.subject}
          </p>
        )}
        {ask.body !== undefined && <div>{ask.body}</div>}
        {ask.typed && (
          <TextField
            name="typed"
            label={`Type ${askedFor(ask.typed)} to confirm`}
            value={text}
            onChange={setText}
            inputMode={ask.typed.kind === 'agencyId' ? 'numeric' : 'text'}
            spellCheck={false}
          />
        )}
      </form>
    </Dialog>
  )
}

/** Shows the current question; mounted once. */
export function ConfirmHost() {
  const ask = useStore(confirmStore, confirmStore.current)
  return ask && <Question key={ask.id} ask={ask} />
}
