import { email, type Suppression } from '@agency-support/contract/modules/email'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { Zone } from '../../components/text/zone.tsx'
import { notify } from '../../components/messages/notify.ts'
import { callQuery } from '../../lib/requests/query.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { emailMessages } from './messages.ts'
import { readFailure } from './read-failure.ts'

const columns = [{ header: 'Date', zone: <Zone /> }, { header: 'Reason' }, { header: 'Status' }]

/** When and why an address was suppressed, loaded once; a failed load is retried at the next expansion. */
export function SuppressionDetails({ row }: { row: Suppression }) {
  const input = { email: row.email, mode: row.is6x, type: row.type }
  const query = useQuery({
    ...callQuery(email.details, input),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const error = readFailure(query.error)
  const { errorUpdateCount } = query
  useEffect(() => {
    if (error !== null) notify.error(error)
  }, [error, errorUpdateCount])
  return (
    <CardState
      what="details"
      {...cardQuery(query, error)}
      empty={query.data?.length === 0 ? emailMessages.noDetails : null}
      lines={1}
    >
      <PlainTable label={`Details of ${row.email}`} columns={columns}>
        {query.data?.map(({ ts, reason, status }, index) => (
          <tr key={index}>
            <td>
              <LocalTime at={ts} format="MM/DD/YYYY h:mm:ss a" />
            </td>
            <td>{reason}</td>
            <td>{status}</td>
          </tr>
        ))}
      </PlainTable>
    </CardState>
  )
}
