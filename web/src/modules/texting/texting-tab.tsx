import { type AgencyTexting, texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { PermissionGate } from '../../components/permission-gate.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { ReportNotes } from '../../components/agency-software/report-notes.tsx'
import { callQuery, failureText, wasUnread } from '../../lib/requests/query.ts'
import surface from '../../ui/surface.module.css'
import { ComparisonCard } from './comparison-card.tsx'
import { MessageCard } from './message-card.tsx'
import { NotReread } from './not-reread.tsx'
import { PhoneCard } from './phone-card.tsx'
import { StatusCard } from './status-card.tsx'
import { tabMessages } from './tab-messages.ts'
import { TcrCard } from './tcr-card.tsx'

const noTexting = 'Agency not found. Please make sure they have gone through the Texting Setup process.'

/** The texting of an agency: its number and campaign, its state at Bandwidth, and message lookup. */
export function Tab({ agency }: AgencyTabProps) {
  const { agencyId } = agency
  const query = useQuery(callQuery(texting.agency, { agencyId }))
  const record = query.data ?? undefined
  // A record that was not read hides no other card, also while it is read again.
  return (
    <div className={surface.tab}>
      {record === undefined ? <Unread query={query} /> : <StatusCard agencyId={agencyId} record={record} />}
      {(record !== undefined || wasUnread(query)) && <Cards agency={agency} record={record} />}
      <ReportNotes agencyId={agencyId} reports={['texting', 'messages']} />
      {record !== undefined && <NotReread agencyId={agencyId} />}
    </div>
  )
}

/** The card of the record while there is none. */
function Unread({ query }: { query: UseQueryResult<AgencyTexting | null> }) {
  const failed = failureText(query.error, tabMessages.wentWrong)
  return (
    <TitledCard title="Texting">
      <CardState
        what="texting"
        {...cardQuery(query, failed)}
        // None is an answer here, after which Try again looks once more.
        loading={query.isFetching}
        error={failed ?? (query.isFetching ? null : noTexting)}
      >
        {null}
      </CardState>
    </TitledCard>
  )
}

/** The cards below the record; what they do with it waits until it is read. */
function Cards({ agency, record }: AgencyTabProps & { record: AgencyTexting | undefined }) {
  const { agencyId } = agency
  const [proposedTcr, setProposedTcr] = useState<{ number: string; times: number } | null>(null)
  const repair = (number: string): void =>
    setProposedTcr((before) => ({ number, times: (before?.times ?? 0) + 1 }))
  return (
    <>
      <MessageCard agencyId={agencyId} />
      <PermissionGate needs={[P.CanManageTexting]} notice={tabMessages.notPermitted}>
        <div className={surface.tab}>
          <PhoneCard agency={agency} record={record} />
          <TcrCard
            key={proposedTcr?.times ?? 0}
            agency={agency}
            record={record}
            proposed={proposedTcr?.number}
          />
        </div>
      </PermissionGate>
      <ComparisonCard agencyId={agencyId} onRepair={repair} />
    </>
  )
}
