import type { ReactNode } from 'react'
import { useDraft } from '../lib/drafts.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import type { Form } from './use-form.ts'

/**
 * Keeps what is typed into a form for whoever has to sign in again, or was refused, and offers it once in its place.
 * `id` names the form, `says` what the person was at; `forget` lets go of it.
 */
export function useLostValues<Values extends object>(
  id: string,
  form: Form<Values>,
  says: string,
): { offer: ReactNode; forget: () => void } {
  const { lost, forget } = useDraft(id, JSON.stringify(form.values), form.dirty)
  function putBack(values: Partial<Values>) {
    forget()
    for (const name of Object.keys(form.values) as (keyof Values)[]) {
      const value = values[name]
      if (value !== undefined) form.set(name, value)
    }
  }
  const offer = lost !== null && (
    <Banner
      kind="info"
      action={<Button onClick={() => putBack(JSON.parse(lost) as Partial<Values>)}>Restore</Button>}
    >
      {says}
    </Banner>
  )
  return { offer, forget }
}
