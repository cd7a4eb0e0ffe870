import { type ReactNode, useState } from 'react'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useDraft } from '../lib/drafts.ts'
import type { Form } from './use-form.ts'

/** Which fields of a form are offered back after a session that ended; never secrets. */
export interface Kept<Values> {
  /** Tells the forms of a person apart: `agency 6938 tcr`. */
  id: string
  names: readonly (keyof Values & string)[]
}

/** The part of a form that keeps what is typed. */
export type Typed<Values extends object> = Pick<Form<Values>, 'values' | 'dirty' | 'set'>

/**
 * What had been typed into a form when the session ended or a right was missing, offered once (D-13); `forget` lets
 * go of it. For a form that outlives its panel; others give `kept` to their shell.
 */
export function useLostInput<Values extends object>(
  form: Typed<Values>,
  { id, names }: Kept<Values>,
): { offer: ReactNode; forget: () => void } {
  const values = Object.fromEntries(names.map((name) => [name, form.values[name]]))
  const { lost, forget } = useDraft(id, JSON.stringify(values), form.dirty)
  const [isBack, setBack] = useState(false)

  function putBack(typed: Values) {
    for (const name of names) form.set(name, typed[name])
    forget()
    setBack(true)
  }
  const offer = (): ReactNode => {
    // The line stays when it is done: what stands below must not move under the pointer.
    if (isBack) return <Banner kind="info">What you had typed is back.</Banner>
    if (lost === null) return null
    return (
      <Banner
        kind="info"
        action={<Button onClick={() => putBack(JSON.parse(lost) as Values)}>Restore</Button>}
      >
        What you typed here last was not saved.
      </Banner>
    )
  }
  const letGo = (): void => {
    forget()
    setBack(false)
  }
  return { offer: offer(), forget: letGo }
}

/** The offer of a form that is as long there as its shell. */
export function LostInput<Values extends object>({
  form,
  kept,
}: {
  form: Typed<Values>
  kept: Kept<Values>
}) {
  return useLostInput(form, kept).offer
}
