import { agencies } from '@agency-support/contract/modules/agencies'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { getAgencyConfig } from '../../lib/requests/client-operations/agencies.ts'
import { callQuery, failureText, wasUnread } from '../../lib/requests/query.ts'
import { useRecentVisit } from '../../agency/recents.ts'
import { AgencyHeader, NotFoundHeader, UnreadHeader } from './agency-header.tsx'
import { agencyIdParam } from '../../agency/agency-id-param.ts'
import { AgencyTabs, useFirstReads } from './agency-tabs.tsx'
import { agencyMessages } from './messages.ts'
import { useTimeZones } from './use-time-zones.ts'

/** One agency: its header and its tabs. */
export function Page() {
  const { id } = useParams({ from: '/agency-detail/$id' })
  const agencyId = agencyIdParam(id)
  return agencyId === null ? (
    <NotFoundHeader agencyId={null} />
  ) : (
    <Detail key={agencyId} agencyId={agencyId} />
  )
}

function Detail({ agencyId }: { agencyId: number }) {
  const query = useQuery(
    callQuery(agencies.config, { agencyId }, (options) => getAgencyConfig(agencyId, options)),
  )
  useRecentVisit(agencyId, query.data)
  useFirstReads(agencyId, query.data ?? undefined)
  // Prefetched for the Config tab, which shows them.
  useTimeZones()
  if (query.data === null) return <NotFoundHeader agencyId={agencyId} />
  return (
    <>
      {wasUnread(query) && <UnreadHeader agencyId={agencyId} />}
      <CardState what="agency" {...cardQuery(query, failureText(query.error, agencyMessages.wentWrong))}>
        {query.data !== undefined && (
          <>
            <AgencyHeader agency={query.data} />
            <AgencyTabs agency={query.data} />
          </>
        )}
      </CardState>
    </>
  )
}
