import { type ReactNode, type SubmitEvent, useId, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './form-shell.module.css'
import { mayLeave, useLeaveGuard } from './leave-guard.ts'
import { type Kept, LostInput } from './lost-input.tsx'
import type { Form } from './use-form.ts'
import { Problem } from '../../ui/problem.tsx'
import { isNoAnswer } from '../../lib/requests/no-answer.ts'

export interface FormShellProps<Values extends object> {
  form: Form<Values>
  /** Called with valid values. */
  onSave: (values: Values) => void
  /** A save is in flight. Required, so that nobody forgets it. */
  saving: boolean
  /** Why the last save failed, or null; shown in red next to the button. */
  error: string | null
  /** Called when any field is edited under an error; `clearRefusal` of `useSend` clears one that is about the sent values. */
  onEdit?: () => void
  saveLabel: string
  /** Saving is disabled for this reason. */
  disabledReason?: string | undefined
  cancelLabel?: string
  /** Omitted: no Cancel button, unless `cancelDisabledReason` says why it is disabled. */
  onCancel?: (() => void) | undefined
  cancelDisabledReason?: string | undefined
  /** Further buttons at the far left, away from Save. */
  aside?: ReactNode
  /** False if leaving loses nothing, for example on signing in, or if the screen asks by itself. */
  guard?: boolean
  /** The fields restored after a session ended; omitted: none. */
  kept?: Kept<Values>
  /** Accessible name of the form. */
  label?: string
  /** What the fields are called where three or more have errors; omitted: no list of them. */
  labels?: Labels<Values>
  /**
   * `end`: buttons at the right end, primary last; `start`: under the first field; `beside`: next to the only field.
   */
  align?: 'start' | 'end' | 'beside'
  children: ReactNode
}

type Labels<Values> = Readonly<Partial<Record<keyof Values, string>>>

/** Names the fields with errors if there are three or more; fewer are clear from their fields. */
function listErrors<Values extends object>(form: Form<Values>, labels: Labels<Values>): string | null {
  const names = (Object.keys(labels) as (keyof Values)[]).filter((name) => form.errors[name] !== undefined)
  if (names.length < 3) return null
  return `${names.length} fields need your attention: ${names.map((name) => labels[name]).join(', ')}.`
}

interface FootProps<Values extends object> {
  props: FormShellProps<Values>
  errorId: string
  /** Cancelling would lose unsaved input. */
  holds: boolean
}

function Foot<Values extends object>({ props, errorId, holds }: FootProps<Values>) {
  const { form, labels, error, onCancel, cancelDisabledReason, aside } = props
  // Here and not above the fields, which it would move (D-98).
  const problem = (labels && listErrors(form, labels)) ?? error
  async function cancel() {
    if (!holds || (await mayLeave())) onCancel?.()
  }
  return (
    <div className={styles.foot}>
      {aside !== undefined && <div className={styles.aside}>{aside}</div>}
      {problem !== null && (
        <Problem id={errorId}>
          {problem}
          {isNoAnswer(problem) && ' What you entered is kept.'}
        </Problem>
      )}
      {(onCancel || cancelDisabledReason !== undefined) && (
        <Button data-leave onClick={() => void cancel()} disabledReason={cancelDisabledReason} quietReason>
          {props.cancelLabel ?? 'Cancel'}
        </Button>
      )}
      <Button type="submit" variant="primary" busy={props.saving} disabledReason={props.disabledReason}>
        {props.saveLabel}
      </Button>
    </div>
  )
}

/** A form: fields, then error and buttons in a row. */
export function FormShell<Values extends object>(props: FormShellProps<Values>) {
  const { form, onSave, saving, error, disabledReason, children } = props
  const element = useRef<HTMLFormElement>(null)
  const errorId = useId()
  /** How often errors have stopped a save. */
  const [stops, setStops] = useState(0)
  const holds = (props.guard ?? true) && form.dirty && !saving
  useLeaveGuard(holds)

  // With the marks, as of a press: a Save that they disable would lose the focus to its dialog in the next frame.
  useEffect(() => {
    if (stops > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [stops])

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (saving || disabledReason !== undefined) return
    const values = form.check()
    if (values) onSave(values)
    else setStops(stops + 1)
  }

  return (
    <form
      ref={element}
      aria-label={props.label}
      aria-describedby={error === null ? undefined : errorId}
      noValidate
      onInput={error === null ? undefined : props.onEdit}
      onSubmit={onSubmit}
    >
      {props.kept !== undefined && (
        <div className={styles.lost}>
          <LostInput form={form} kept={props.kept} />
        </div>
      )}
      <div className={styles.form} data-align={props.align ?? 'end'} data-fields>
        {children}
        <Foot props={props} errorId={errorId} holds={holds} />
      </div>
    </form>
  )
}
