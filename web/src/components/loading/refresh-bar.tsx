import type { UseQueryResult } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { useAnnounced } from '../messages/announce.tsx'
import { LocalTime } from '../text/local-time.tsx'
import { IconButton } from '../../ui/button.tsx'
import { LiveSelect } from '../../ui/live-select.tsx'
import styles from './refresh-bar.module.css'
import { type Refresh, refreshChoices } from './use-refresh.ts'

const choices = refreshChoices.map((value) => ({ value, label: `${value} seconds` }))

interface RefreshBarProps {
  /** What is loaded: ‘totals’. */
  what: string
  query: Pick<UseQueryResult, 'dataUpdatedAt' | 'error' | 'errorUpdatedAt'>
  refresh: Refresh
}

const toIso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** When a dashboard or part of it was last loaded, whether that failed, and its refresh interval. */
export function RefreshBar({ what, query, refresh }: RefreshBarProps) {
  const { dataUpdatedAt, error, errorUpdatedAt } = query
  const why = error !== null && dataUpdatedAt > 0 ? error.message || 'Something went wrong' : null
  // Once, not at every further attempt; a live region would be read again whenever a dialog closes.
  useAnnounced(why === null ? '' : `Last update of ${what} failed: ${why}`)
  return (
    <div className={styles.bar}>
      <p className={styles.failed}>
        {why !== null && (
          <>
            Last update failed <LocalTime at={toIso(errorUpdatedAt)} format="MM/DD/YYYY h:mm:ss a" />: {why}
          </>
        )}
      </p>
      <span className={styles.updated}>
        {dataUpdatedAt > 0 && (
          <>
            Updated <LocalTime at={toIso(dataUpdatedAt)} format="MM/DD/YYYY h:mm:ss a" />
          </>
        )}
      </span>
      <LiveSelect
        label={`Reload ${what} every`}
        value={refresh.seconds}
        choices={choices}
        onCommit={refresh.setSeconds}
      />
      <IconButton
        label={refresh.paused ? `Resume loading ${what}` : `Pause loading ${what}`}
        icon={refresh.paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        onClick={() => refresh.setPaused(!refresh.paused)}
      />
    </div>
  )
}
