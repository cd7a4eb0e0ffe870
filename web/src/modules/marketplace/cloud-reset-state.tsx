import type { CloudData } from '@agency-support/contract/modules/marketplace'
import { LocalTime } from '../../components/text/local-time.tsx'
import { formatCount } from '../../lib/format/format-count.ts'
import { formatNumber } from '../../lib/format/format.ts'
import styles from './marketplace.module.css'

const format = 'MMM Do YYYY h:mm:ss a'

/** Progress of the removal of cloud data, why it waits, or when the last one ended. */
export function CloudResetState({ reset }: { reset: CloudData['reset'] }) {
  return (
    <div role="status" className={styles.lines}>
      {reset !== null && <State reset={reset} />}
    </div>
  )
}

function State({ reset: { total, removed, state } }: { reset: NonNullable<CloudData['reset']> }) {
  const { endedAt, lastFailure, nextAttemptAt, requestedBy } = state
  const by = <span className={styles.muted}> · asked for by {requestedBy}</span>
  if (endedAt !== null)
    return (
      <p>
        Cloud data: {formatCount(removed, 'file')} removed, ended <LocalTime at={endedAt} format={format} />
        {by}
      </p>
    )
  return (
    <>
      <p>
        Cloud data: {formatNumber(removed)} of {formatCount(total, 'file')} removed
        {by}
      </p>
      <progress value={removed} max={Math.max(total, 1)} aria-label="Cloud data removed" />
      {lastFailure !== null && (
        <p className={styles.failure}>
          {lastFailure}. Next attempt <LocalTime at={nextAttemptAt} format={format} />
        </p>
      )}
    </>
  )
}
