import { useState } from 'react'
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

/** What had been typed into a form when the session ended or a right was missing, offered once (D-13, D-100). */
export function LostInput<Values extends object>({ form, kept }: { form: Form<Values>; kept: Kept<Values> }) {
  const values = Object.fromEntries(kept.names.map((name) => [name, form.values[name]]))
  const { lost, forget } = useDraft(kept.id, JSON.stringify(values), form.dirty)
  const [isBack, setBack] = useState(false)
  // The line stays when it is done: what stands below must not move under the pointer.
  if (isBack) return <Banner kind="info">What you had typed is back.</Banner>
  if (lost === null) return null
  const typed = JSON.parse(lost) as Values

  function putBack() {
    for (const name of kept.names) form.set(name, typed[name])
    forget()
    setBack(true)
  }
  return (
    <Banner kind="info" action={<Button onClick={putBack}>Restore</Button>}>
      What you typed here last was not saved.
    </Banner>
  )
}
