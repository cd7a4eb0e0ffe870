import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { ageText, minutesSince } from '@agency-support/contract/rules/health'
import { useQuery } from '@tanstack/react-query'
import { CircleDot, Unplug } from 'lucide-react'
import { LocalTime } from '../../components/local-time.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useNow } from '../../components/use-now.ts'
import { callQuery } from '../../lib/query.ts'
import styles from './command-tab.module.css'
import { commandMessages } from './messages.ts'
import { queueRefreshMs } from './refresh.ts'

const connectedLook = { role: 'ok', icon: CircleDot } as const
const offlineLook = { role: 'warn', icon: Unplug } as const

/** Whether somebody is there to collect a command; nothing where that is not known. */
export function SoftwareLine({ agencyId }: { agencyId: number }) {
  const { data } = useQuery({
    ...callQuery(agencyCommands.softwareStatus, { agencyId }),
    refetchInterval: queueRefreshMs,
  })
  const now = useNow()
  if (data === undefined || data === null) return null
  const { connected, lastSeenAt, versionDisplay, hostName } = data
  if (connected)
    return (
      <p className={styles.software}>
        <StatusChip {...connectedLook} label="Connected" />
        {[hostName, versionDisplay].filter((text) => text !== '').join(' · ')}
      </p>
    )
  return (
    <p className={styles.software} role="status">
      <StatusChip {...offlineLook} label="Offline" />
      {lastSeenAt === null ? (
        commandMessages.neverSeen
      ) : (
        <span>
          Last seen <LocalTime at={lastSeenAt} format="MM/DD/YYYY HH:mm:ss" />,{' '}
          {ageText(minutesSince(lastSeenAt, now))} ago. A command waits until the agency’s software is back.
        </span>
      )}
    </p>
  )
}
