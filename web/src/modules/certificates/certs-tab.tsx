import { certificates } from '@agency-support/contract/modules/certificates'
import { clientIdPattern } from '@agency-support/contract/rules/agency-files'
import { isPilotAgency, padClientId } from '@agency-support/contract/rules/certificates'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { CircleCheck, Minus } from 'lucide-react'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { ReportNotes } from '../../components/agency-software/report-notes.tsx'
import { useFocusAcross } from '../../components/keyboard/use-focus-across.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { beginRead, callQuery } from '../../lib/requests/query.ts'
import { useMedia } from '../../ui/use-media.ts'
import { Banner } from '../../ui/banner.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import surface from '../../ui/surface.module.css'
import styles from './certs-tab.module.css'
import { ClientsTable } from './clients-table.tsx'
import { DetailsCard } from './details-card.tsx'
import { toListFailure } from './load-failure.ts'
import { certificateMessages } from './messages.ts'

const subscribedLook = { role: 'ok', icon: CircleCheck, label: 'Subscribed' } as const
const otherLook = { role: 'neutral', icon: Minus, label: 'Not Subscribed' } as const

/** Starts the reads that the tab shows first. */
export function load(agencyId: number): void {
  void beginRead(certificates.list, { agencyId })
}

/** The self-serve certificates of an agency: how many clients published one, and their content. */
export function Tab({ agency }: AgencyTabProps) {
  const { agencyId } = agency
  const query = useQuery(callQuery(certificates.list, { agencyId }))
  const clientId = useClientId()
  const isOpen = clientId !== null
  const isWide = useMedia(wide)
  const parts = useFocusAcross('client', clientId)
  const status = query.data ?? undefined
  const clients = status?.clientsWithPublishedCertificates
  return (
    <div className={surface.tab}>
      {isPilotAgency(agencyId) && <Banner kind="info">{certificateMessages.pilot}</Banner>}
      <TitledCard
        title="Self-serve certificates"
        facts={status && <StatusChip {...(status.subscribed ? subscribedLook : otherLook)} />}
      >
        <CardState what="certificates" {...cardQuery(query, toListFailure(query.error))} lines={1}>
          <p className={styles.count}>
            <strong>{formatNumber(clients?.length)}</strong> {clients?.length === 1 ? 'client' : 'clients'}{' '}
            with published certificates
          </p>
        </CardState>
      </TitledCard>
      {clients !== undefined && (
        <div ref={parts} className={styles.parts} data-beside={isOpen && isWide ? '' : undefined}>
          {(!isOpen || isWide) && <ClientsTable clientId={clientId} clients={clients} query={query} />}
          {isOpen && (
            <DetailsCard
              key={clientId}
              agencyId={agencyId}
              clientId={clientId}
              name={clients.find((client) => client.clientId === clientId)?.name}
            />
          )}
        </div>
      )}
      <ReportNotes agencyId={agencyId} reports={['certificates']} />
    </div>
  )
}

/** From this width list and certificate are side by side; below it the certificate replaces the list. */
const wide = '(min-width: 100em)'

/** The client id in the address, zero-padded, or null. */
function useClientId(): string | null {
  const { client = '' } = useSearch({ from: '/agency-detail/$id' })
  const padded = client === '' ? '' : padClientId(client)
  return clientIdPattern.test(padded) ? padded : null
}
