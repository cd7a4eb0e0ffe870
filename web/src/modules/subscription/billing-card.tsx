import { subscription } from '@agency-support/contract/modules/subscription'
import { billingFields, orNotAvailable, readBilling } from '@agency-support/contract/rules/subscription'
import { Card, Facts } from './card.tsx'
import { subscriptionMessages } from './messages.ts'
import { useCard } from './use-card.ts'

/** Billing: how the agency pays. Its data comes as JSON text, and text that cannot be read is a failure. */
export function BillingCard({ agencyId }: { agencyId: number }) {
  const { data, failure, asking, retry } = useCard(subscription.billing, agencyId)
  const billing = data === undefined ? undefined : readBilling(data)
  const unreadable = billing === null ? { message: subscriptionMessages.unreadable } : undefined
  return (
    <Card name="Billing" agencyId={agencyId} failure={failure ?? unreadable} asking={asking} onRetry={retry}>
      {billing && <Facts facts={billingFields.map((field) => [field, orNotAvailable(billing[field])])} />}
    </Card>
  )
}
