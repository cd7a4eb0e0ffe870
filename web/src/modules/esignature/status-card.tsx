import type { EsignatureDetails, EsignatureWork } from '@agency-support/contract/modules/esignature'
import { showsAuditLog, toDateLabel, toSubscriptionText } from '@agency-support/contract/rules/esignature'
import type { UseQueryResult } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, CircleOff, Minus, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { cardQuery } from '../../components/loading/card-query.ts'
import { CardState } from '../../components/loading/card-state.tsx'
import { CopiedText } from '../../components/text/copied-text.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { ProviderStatus } from '../../components/provider-status.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { usePermissions } from '../../lib/profile.ts'
import { wasUnread } from '../../lib/requests/query.ts'
import { Fact } from '../../ui/fact.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusChip, type ChipStyle } from '../../ui/status-chip.tsx'
import { AuditLog } from './audit-log.tsx'
import styles from './esignature.module.css'
import { esignatureHelp } from './help.ts'
import { toLoadFailure } from './query-failure.ts'
import type { Asked } from './use-light.ts'

const chips: Readonly<Record<string, ChipStyle>> = {
  Loading: { role: 'info', icon: CircleDashed },
  Subscribed: { role: 'ok', icon: CircleCheck },
  Cancelled: { role: 'warn', icon: CircleOff },
}
const otherLook = { role: 'neutral', icon: Minus } as const

interface StatusCardProps {
  agencyId: number
  query: UseQueryResult<EsignatureDetails | null>
  asked: Asked
}

/** Status of the subscription, since when, and the pending work at Formstack. */
export function StatusCard({ agencyId, query, asked }: StatusCardProps) {
  const [isLogOpen, setLogOpen] = useState(false)
  const isLogShown = showsAuditLog(usePermissions())
  const details = query.data ?? undefined
  const label = toSubscriptionText(details)
  return (
    <TitledCard
      title="Subscription"
      help={esignatureHelp[1004]}
      facts={
        <>
          {!wasUnread(query) && <StatusChip {...(chips[label] ?? otherLook)} label={label} />}
          <ProviderStatus
            provider="Formstack"
            failed={asked.failed}
            asking={asked.now > 0}
            asked={asked.times}
          />
        </>
      }
    >
      <CardState what="e-signature" {...cardQuery(query, toLoadFailure(query.error))} lines={1}>
        {details !== undefined && <Facts details={details} />}
      </CardState>
      <div className={styles.log}>
        {isLogShown && (
          <Button
            id="esig-audit-log"
            icon={<ScrollText aria-hidden="true" />}
            onClick={() => setLogOpen(true)}
          >
            Audit log
          </Button>
        )}
      </div>
      {isLogOpen && <AuditLog agencyId={agencyId} onClose={() => setLogOpen(false)} />}
    </TitledCard>
  )
}

function Facts({ details }: { details: EsignatureDetails }) {
  const { groupId, subscriptionDate, works } = details
  return (
    <>
      <dl className={styles.facts}>
        <Fact term={toDateLabel(details)}>
          <LocalTime at={subscriptionDate} format="MMM Do YYYY h:mm:ss a" />
        </Fact>
        <Fact term="Group">
          {groupId === '' ? 'N/A' : <CopiedText text={groupId} what={`group id ${groupId}`} />}
        </Fact>
      </dl>
      <div role="status" className={styles.works}>
        {works.map((work) => (
          <Work key={work.kind} work={work} />
        ))}
      </div>
    </>
  )
}

const endings = { close: 'accounts still active', cleanup: 'accounts still to remove' } as const

/** Pending work at Formstack; why it failed, and when it is retried. */
function Work({ work: { kind, left, total, state } }: { work: EsignatureWork }) {
  const { lastFailure, nextAttemptAt, requestedBy } = state
  return (
    <p>
      {total === null ? (
        'Formstack: the accounts are being read'
      ) : (
        <>
          Formstack: {left} of {total} {endings[kind]}
        </>
      )}
      <span className={styles.muted}> · asked for by {requestedBy}</span>
      {lastFailure !== null && (
        <span className={styles.failure}>
          {lastFailure}. Next attempt <LocalTime at={nextAttemptAt} format="MMM Do YYYY h:mm:ss a" />
        </span>
      )}
    </p>
  )
}
