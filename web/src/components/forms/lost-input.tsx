import { type ReactNode, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { useDraft } from '../../lib/drafts.ts'
import type { Form } from './use-form.ts'

/** Which fields of a form are restored after a session ended; never secrets. */
export interface Kept<Values> {
  /** Unique among the person's forms: `agency 6938 tcr`. */
  id: string
  names: readonly (keyof Values & string)[]
}

/** The part of a form that keeps what is typed. */
export type Typed<Values extends object> = Pick<Form<Values>, 'values' | 'dirty' | 'set'>

/**
 * Offers once to restore what was typed into a form when the session ended, a permission was missing (D-13) or its save
 * got no answer before the page was reloaded; `forget` discards it. For a form that outlives its panel; others pass
 * `kept` to FormShell.
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
    // The line stays afterwards: content below it must not move under the pointer.
    if (isBack) return <Banner kind="info">What you had typed is back.</Banner>
    if (lost === null) return null
    return (
      <Banner
        kind="info"
        action={<Button onClick={() => putBack(JSON.parse(lost) as Values)}>Restore</Button>}
      >
        What you typed here last may not have been saved.
      </Banner>
    )
  }
  const letGo = (): void => {
    forget()
    setBack(false)
  }
  return { offer: offer(), forget: letGo }
}

/** The same for a form that is mounted as long as its FormShell. */
export function LostInput<Values extends object>({
  form,
  kept,
}: {
  form: Typed<Values>
  kept: Kept<Values>
}) {
  return useLostInput(form, kept).offer
}
