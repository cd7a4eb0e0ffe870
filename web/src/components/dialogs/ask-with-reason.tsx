import { useEffect, useEffectEvent } from 'react'
import { keepWhile } from '../../lib/drafts.ts'
import { TextField } from '../../ui/fields.tsx'
import { LostInput } from '../forms/lost-input.tsx'
import { reasonField } from '../forms/reason-field.ts'
import { useForm } from '../forms/use-form.ts'
import styles from './ask-with-reason.module.css'
import { type Ask, confirmStore } from './confirm-store.ts'

interface ReasonFieldProps {
  id: string
  onChange: (text: string) => void
}

/** Keeps what is typed itself: a question has no form that does. */
function ReasonField({ id, onChange }: ReasonFieldProps) {
  const form = useForm({ initial: { reason: '' } })
  const { reason } = form.values
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    changed(reason)
  }, [reason])
  return (
    <>
      <LostInput form={form} kept={{ id, names: ['reason'] }} />
      <TextField {...form.field('reason')} {...reasonField} />
    </>
  )
}

/** A question that takes a reason; `says`: what happens, what stays, whether it can be undone. */
export type ReasonedAsk = Omit<Ask, 'body' | 'action'> & { says: string }

/**
 * Asks a question with a field for the reason, and carries out what was confirmed; null if it was not. `id` finds what
 * was typed again when it is offered back after a session that ended, also while `work` is under way.
 */
export async function askWithReason<Result>(
  id: string,
  { says, ...ask }: ReasonedAsk,
  work: (given: { reason?: string }) => Promise<Result>,
): Promise<Result | null> {
  let reason = ''
  const body = (
    <div className={styles.question}>
      <p>{says}</p>
      <ReasonField id={id} onChange={(text) => (reason = text.trim())} />
    </div>
  )
  if (!(await confirmStore.ask({ ...ask, body }))) return null
  return reason === '' ? work({}) : keepWhile(id, JSON.stringify({ reason }), () => work({ reason }))
}
