import { subscription } from '@agency-support/contract/modules/subscription'
import {
  billingFields,
  orNotAvailable,
  readBilling,
  readLicense,
} from '@agency-support/contract/rules/subscription'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { CopyButton } from '../../components/text/copy-button.tsx'
import { ContactsCard } from './contacts-card.tsx'
import styles from './panel.module.css'
import { SeatsCard } from './seats-card.tsx'
import { Card, Facts } from './card.tsx'
import { subscriptionMessages } from './messages.ts'
import { useCard } from './use-card.ts'
import { LicenseText } from './license-text.tsx'

/**
 * Subscription/license: four cards, each with its own request to the back office, so that a failure affects only one.
 */
export function Part({ agency: { agencyId } }: AgencyTabProps) {
  return (
    <section className={styles.panel} aria-labelledby="subscription-license">
      <h2 id="subscription-license">Subscription/license</h2>
      <div className={styles.cards}>
        <BillingCard agencyId={agencyId} />
        <ContactsCard agencyId={agencyId} />
        <SeatsCard agencyId={agencyId} />
        <DateCodeCard agencyId={agencyId} />
      </div>
    </section>
  )
}

/** Billing: how the agency pays. Its data is JSON text; text that cannot be parsed counts as a failure. */
function BillingCard({ agencyId }: { agencyId: number }) {
  const { data, failure, asking, retry } = useCard(subscription.billing, agencyId)
  const billing = data === undefined ? undefined : readBilling(data)
  const unreadable = billing === null ? { message: subscriptionMessages.unreadable } : undefined
  return (
    <Card name="Billing" agencyId={agencyId} failure={failure ?? unreadable} asking={asking} onRetry={retry}>
      {billing && <Facts facts={billingFields.map((field) => [field, orNotAvailable(billing[field])])} />}
    </Card>
  )
}

/** Date Code: the raw license as text. */
function DateCodeCard({ agencyId }: { agencyId: number }) {
  const { data, failure, asking, retry } = useCard(subscription.dateCode, agencyId)
  const license = data === undefined ? undefined : readLicense(data)
  return (
    <Card
      name="Date Code"
      agencyId={agencyId}
      failure={failure}
      asking={asking}
      onRetry={retry}
      // As it came, so that a copy of a cut license says that it is cut.
      aside={data && <CopyButton text={data} what="the license" secret />}
    >
      {license && (license.text.trim() === '' ? 'N/A' : <LicenseText {...license} />)}
    </Card>
  )
}
