import { health } from '@agency-support/contract/modules/health'
import { judgeHealth, type Judgement, type Level } from '@agency-support/contract/rules/health'
import { formatInstant } from '@agency-support/contract/rules/instant-format'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react'
import { Link } from '../../components/link.tsx'
import { useUtc } from '../../lib/format/utc.ts'
import { agencyAddress } from '../../agency/agency-address.ts'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { isBackOffice } from '../../lib/deep-link.ts'
import { callQuery } from '../../lib/requests/query.ts'
import styles from './strip.module.css'
import { useQuiet } from './use-quiet.ts'

/** Refetch interval, because ages grow without any event. */
const lookAgainMs = 60_000

const icons: Readonly<Record<Level, LucideIcon>> = { ok: CircleCheck, warn: TriangleAlert, bad: OctagonAlert }

/**
 * Health of the agency's software. Not for online agencies, which have none, or in the back office, which sees none
 * of the tabs that it links to.
 */
export function Part({ agency }: AgencyTabProps) {
  return agency.isOnline || isBackOffice() ? null : <Strip agencyId={agency.agencyId} />
}

/** Loads after the tab, and shows nothing without an answer; its space is reserved, so that nothing moves. */
function Strip({ agencyId }: { agencyId: number }) {
  const enabled = useQuiet()
  const { data, isError } = useQuery({
    ...callQuery(health.agency, { agencyId }),
    enabled,
    refetchInterval: lookAgainMs,
  })
  if (isError || data === undefined || data === null) return <div className={styles.strip} />
  const { level, judgements } = judgeHealth(data)
  const Icon = icons[level]
  return (
    <nav className={styles.strip} aria-label="Health">
      <span className={styles.verdict} data-level={level}>
        <Icon aria-hidden="true" />
        {level === 'ok' ? 'Healthy' : 'Needs attention:'}
      </span>
      <ul>
        {judgements.map((judgement) => (
          <li key={judgement.fact}>
            <Fact agencyId={agencyId} judgement={judgement} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Fact({ agencyId, judgement }: { agencyId: number; judgement: Judgement }) {
  const { level, label, reason, tab, at } = judgement
  const zone = useUtc() ? 'UTC' : undefined
  const Icon = icons[level]
  const description =
    at === undefined ? reason : `${reason} ${formatInstant(at, 'MM/DD/YYYY HH:mm:ss', zone)}`
  return (
    <Link
      className={styles.fact}
      data-level={level}
      data-tip={description}
      href={agencyAddress(agencyId, tab)}
    >
      {level !== 'ok' && <Icon aria-hidden="true" />}
      {label}
      <span className="sr-only">. {description}</span>
    </Link>
  )
}
