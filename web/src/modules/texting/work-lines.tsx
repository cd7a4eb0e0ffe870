import type { OutsideWork } from '@agency-support/contract/outside-work'
import { formatPhone } from '@agency-support/contract/rules/texting'
import { LocalTime } from '../../components/text/local-time.tsx'
import styles from './texting-tab.module.css'

const format = 'MM/DD/YYYY HH:mm:ss'

interface Work {
  newPhone: string
  number: OutsideWork | null
  campaign: OutsideWork | null
}

/** A number that an order has yet to supply, or why it failed. */
export function NumberWork({ work }: { work: Work | undefined }) {
  return (
    <span role="status" className={styles.lines}>
      {work?.number && (
        <State
          work={work.number}
          waiting={`Order pending: ${formatPhone(work.newPhone)}`}
          refused="Not changed"
        />
      )}
    </span>
  )
}

/** What still has to be done at Bandwidth for the campaign, or why it was refused. */
export function CampaignWork({ work }: { work: Work | undefined }) {
  return (
    <span role="status" className={styles.lines}>
      {work?.campaign && (
        <State work={work.campaign} waiting="Waiting for Bandwidth" refused="Bandwidth refused it" />
      )}
    </span>
  )
}

/** Shows nothing after success. */
function State({ work, waiting, refused }: { work: OutsideWork; waiting: string; refused: string }) {
  const { endedAt, succeeded, lastFailure, nextAttemptAt, requestedBy } = work
  if (succeeded === true) return null
  if (endedAt !== null) return <span className={styles.failure}>{`${refused}: ${lastFailure ?? ''}`}</span>
  return (
    <>
      <span>
        {waiting} <span className={styles.muted}>· asked for by {requestedBy}</span>
      </span>
      {lastFailure !== null && (
        <span className={styles.failure}>
          {lastFailure}. Next attempt <LocalTime at={nextAttemptAt} format={format} />
        </span>
      )}
    </>
  )
}
