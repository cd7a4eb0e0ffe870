import type { AgencyTabProps } from '../../lib/agency-tab.ts'
import { BillingCard } from './billing-card.tsx'
import { ContactsCard } from './contacts-card.tsx'
import { DateCodeCard } from './date-code-card.tsx'
import styles from './panel.module.css'
import { SeatsCard } from './seats-card.tsx'

/** Subscription/license: four cards, each asking the back office by itself, so that one failure is one card's. */
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
