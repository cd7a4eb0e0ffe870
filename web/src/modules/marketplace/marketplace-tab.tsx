import { marketplace } from '@agency-support/contract/modules/marketplace'
import { isTestAgency } from '@agency-support/contract/rules/marketplace'
import { useQuery } from '@tanstack/react-query'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { ReportNotes } from '../../components/agency-software/report-notes.tsx'
import { beginRead, callQuery, wasUnread } from '../../lib/requests/query.ts'
import surface from '../../ui/surface.module.css'
import styles from './marketplace.module.css'
import { ProductsCard } from './products-card.tsx'
import { RegistrationsCard } from './registrations-card.tsx'
import { ResetCard } from './reset-card.tsx'

/** Starts the reads that the tab shows first. */
export function load(agencyId: number): void {
  void beginRead(marketplace.registrations, { agencyId })
  void beginRead(marketplace.products, { agencyId })
}

/** The marketplace of an agency: registrations, subscriptions, and the reset of test agencies. */
export function Tab({ agency }: AgencyTabProps) {
  const { agencyId } = agency
  const registrations = useQuery(callQuery(marketplace.registrations, { agencyId }))
  const products = useQuery(callQuery(marketplace.products, { agencyId }))
  return (
    <div className={surface.tab}>
      <RegistrationsCard agencyId={agencyId} query={registrations} />
      {/* Shown once the length of the list above is known, so that nothing moves. */}
      <div className={styles.below} hidden={registrations.isPending && !wasUnread(registrations)}>
        <ProductsCard query={products} />
        {isTestAgency(agencyId) && (
          <ResetCard agency={agency} registrations={registrations.data} products={products.data} />
        )}
      </div>
      <ReportNotes agencyId={agencyId} reports={['marketplace']} />
    </div>
  )
}
