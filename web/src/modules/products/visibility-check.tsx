import { padAgencyId } from '@agency-support/contract/ids'
import type { MarketplaceProduct } from '@agency-support/contract/modules/product-shapes'
import { products } from '@agency-support/contract/modules/products'
import { type SubmitEvent, useState } from 'react'
import { TitledCard } from '../../components/titled-card.tsx'
import { toSentence } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/use-send.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { digits } from '../../ui/masks.ts'
import { Problem } from '../../ui/problem.tsx'
import { productMessages } from './messages.ts'
import styles from './products.module.css'
import { useWhyNotManage } from './use-why-not-manage.ts'

const mask = digits(8)

interface VisibilityCheckProps {
  product: MarketplaceProduct
  /** The form has unsaved changes, which the server does not know. */
  unsaved: boolean
}

/** Asks whether an agency sees a product as saved. */
export function VisibilityCheck({ product, unsaved }: VisibilityCheckProps) {
  const [typed, setTyped] = useState('')
  const { check, busy, answer, problem } = useVisibility(product)
  const missing = useWhyNotManage()
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (typed !== '' && !busy) void check(Number(typed))
  }
  return (
    <TitledCard title="Who sees this">
      <form className={styles.check} aria-label="Who sees this" noValidate onSubmit={submit}>
        <TextField name="agencyId" label="Agency Id" value={typed} onChange={setTyped} mask={mask} short />
        <Button
          type="submit"
          busy={busy}
          disabledReason={missing ?? (typed === '' ? productMessages.agencyFirst : undefined)}
        >
          Check
        </Button>
      </form>
      {problem !== null && <Problem>{problem}</Problem>}
      <p role="status">
        {answer !== null && (unsaved ? `${answer} ${productMessages.notOfChanges}` : answer)}
      </p>
    </TitledCard>
  )
}

/** The answer or the failure as a sentence, until the product changes. */
function useVisibility({ id: productId, version }: MarketplaceProduct) {
  const { run, busy } = useSend(products.visibility)
  const [said, setSaid] = useState<{ version: number; answer?: string; problem?: string } | null>(null)

  async function check(agencyId: number): Promise<void> {
    setSaid(null)
    const outcome = await run({ productId, agencyId })
    if (outcome.kind === 'ok') {
      const { visible, reason } = outcome.data
      setSaid({ version, answer: productMessages.visibility(padAgencyId(agencyId), visible, reason) })
    } else if (outcome.message === products.visibility.refusals.noAgency[1])
      setSaid({ version, problem: productMessages.noAgency(padAgencyId(agencyId)) })
    else setSaid({ version, problem: toSentence(outcome, productMessages.wentWrong) })
  }
  const current = said?.version === version ? said : null
  return { check, busy, answer: current?.answer ?? null, problem: current?.problem ?? null }
}
