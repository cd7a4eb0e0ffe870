import { useEffect, useEffectEvent } from 'react'
import { keepWhile } from '../../lib/drafts.ts'
import { TextField } from '../../ui/fields.tsx'
import { LostInput } from '../forms/lost-input.tsx'
import { useForm } from '../forms/use-form.ts'

interface ReasonFieldProps {
  /** What the reason is for; finds it again when it is offered back after a session that ended. */
  id: string
  onChange: (text: string) => void
}

/** Why something is done; goes into the journal. For questions, where no form keeps what is typed. */
export function ReasonField({ id, onChange }: ReasonFieldProps) {
  const form = useForm({ initial: { reason: '' } })
  const { reason } = form.values
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    changed(reason)
  }, [reason])
  return (
    <>
      <LostInput form={form} kept={{ id, names: ['reason'] }} />
      <TextField
        {...form.field('reason')}
        label="Reason (optional)"
        hint="Kept in the journal."
        maxLength={500}
      />
    </>
  )
}

/** Carries out what a reason was typed for; the question is closed by then, and the session may end. */
export function keepReason<Result>(id: string, reason: string, work: () => Promise<Result>): Promise<Result> {
  return reason === '' ? work() : keepWhile(id, JSON.stringify({ reason }), work)
}
