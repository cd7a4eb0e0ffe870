import { alerts, type AlertDelivery, type SystemAlert } from '@agency-support/contract/modules/alerts'
import { padAgencyId } from '@agency-support/contract/ids'
import { useQuery } from '@tanstack/react-query'
import { Check, Clock } from 'lucide-react'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { Link } from '../../components/link.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { formatNumber } from '../../lib/format/format.ts'
import { callQuery, failureText } from '../../lib/requests/query.ts'
import { agencyPaths } from '../agencies/paths.ts'
import styles from './alerts.module.css'
import { alertMessages } from './messages.ts'

const againMs = 5_000

/** Content and recipients of an alert, and how many have received it; polled until all have. */
export function AlertDetails({ alert }: { alert: SystemAlert }) {
  const query = useQuery({
    ...callQuery(alerts.delivery, { guid: alert.guid }),
    refetchInterval: ({ state: { data } }) =>
      data !== null && (data === undefined || data.delivered < data.concerned) ? againMs : false,
  })
  const { data } = query
  return (
    <div className={styles.details}>
      <p className={styles.message}>{alert.message}</p>
      <CardState
        what="the agencies"
        {...cardQuery(query, failureText(query.error, alertMessages.failed))}
        empty={data === null ? alerts.delivery.refusals.gone[1] : null}
        lines={2}
      >
        {data && <Delivery delivery={data} />}
      </CardState>
    </div>
  )
}

function Delivery({ delivery: { concerned, delivered, agencies } }: { delivery: AlertDelivery }) {
  const more = concerned - agencies.length
  return (
    <>
      <p>
        <strong>{countAgencies(concerned)}</strong>, {formatNumber(delivered)} of {formatNumber(concerned)}{' '}
        {delivered === 1 ? 'has' : 'have'} it
      </p>
      <ul className={styles.agencies} aria-label="Agencies of this alert">
        {agencies.map(({ agencyId, name, deliveredAt }) => (
          <li key={agencyId}>
            {deliveredAt === null ? <Clock aria-hidden="true" /> : <Check aria-hidden="true" />}
            <span>
              <Link href={agencyPaths.detail(agencyId)}>{padAgencyId(agencyId)}</Link>{' '}
              {name ?? <em>Unknown agency</em>}
              <span className={styles.muted}>
                {deliveredAt === null ? ' Not yet' : ' Since '}
                {deliveredAt !== null && <LocalTime at={deliveredAt} format="MM/DD/YYYY h:mm:ss a" />}
              </span>
            </span>
          </li>
        ))}
        {more > 0 && <li className={styles.muted}>and {formatNumber(more)} more</li>}
      </ul>
    </>
  )
}

function countAgencies(count: number): string {
  return count === 1 ? '1 agency' : `${formatNumber(count)} agencies`
}
