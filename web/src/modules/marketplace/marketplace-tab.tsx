import { marketplace } from '@agency-support/contract/modules/marketplace'
import { isTestAgency } from '@agency-support/contract/rules/marketplace'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
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

/** How long the rest of the tab waits for the length of the first list. */
const lateMs = 1_000

/** The marketplace of an agency: registrations, subscriptions, and the reset of test agencies. */
export function Tab({ agency }: AgencyTabProps) {
  const { agencyId } = agency
  const registrations = useQuery(callQuery(marketplace.registrations, { agencyId }))
  const products = useQuery(callQuery(marketplace.products, { agencyId }))
  const isUnknown = registrations.isPending && !wasUnread(registrations)
  const { list, keptHeight } = useHeightWhenLate(isUnknown)
  return (
    <div className={surface.tab}>
      <div ref={list} style={{ minHeight: keptHeight }}>
        <RegistrationsCard agencyId={agencyId} query={registrations} />
      </div>
      {/* Shown once the height of the list above is known, so that nothing moves. */}
      <div className={styles.below} hidden={isUnknown && keptHeight === undefined}>
        <ProductsCard query={products} />
        {isTestAgency(agencyId) && (
          <ResetCard agency={agency} registrations={registrations.data} products={products.data} />
        )}
      </div>
      <ReportNotes agencyId={agencyId} reports={['marketplace']} />
    </div>
  )
}

/** The height of a list that is late, in pixels: it keeps that of its loading rows, so that nothing has to wait for it. */
function useHeightWhenLate(isUnknown: boolean) {
  const list = useRef<HTMLDivElement>(null)
  const [keptHeight, setKeptHeight] = useState<number>()
  useEffect(() => {
    if (!isUnknown) return
    const timer = setTimeout(() => setKeptHeight(list.current?.offsetHeight), lateMs)
    return () => clearTimeout(timer)
  }, [isUnknown])
  return { list, keptHeight }
}
