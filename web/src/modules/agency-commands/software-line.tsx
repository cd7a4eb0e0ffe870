import type { Received } from '@agency-support/contract/answer'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { retirementSentence } from '@agency-support/contract/rules/agent-protocol'
import { agoText, minutesSince } from '@agency-support/contract/rules/health'
import { useQuery } from '@tanstack/react-query'
import { CalendarX2, CircleDot, Unplug } from 'lucide-react'
import { LocalTime } from '../../components/text/local-time.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useNow } from '../../lib/use-now.ts'
import { callQuery } from '../../lib/requests/query.ts'
import styles from './command-tab.module.css'
import { commandMessages } from './messages.ts'
import { queueRefreshMs } from './refresh.ts'

const connectedLook = { role: 'ok', icon: CircleDot } as const
const endingLook = { role: 'warn', icon: CalendarX2 } as const
const offlineLook = { role: 'warn', icon: Unplug } as const

/** Whether the agency's software is there to fetch a command; nothing if unknown. */
export function SoftwareLine({ agencyId }: { agencyId: number }) {
  const { data, isPending } = useQuery({
    ...callQuery(agencyCommands.softwareStatus, { agencyId }),
    refetchInterval: queueRefreshMs,
  })
  const now = useNow()
  // Reserves the height of the line.
  if (isPending) return <p className={styles.software} aria-hidden="true" />
  if (data === undefined || data === null) return null
  return (
    <>
      <Presence software={data} now={now} />
      <Ending protocol={data.protocol} retiresOn={data.retiresOn} now={now} />
    </>
  )
}

type Software = Received<(typeof agencyCommands.softwareStatus)['answer']>

function Presence({ software, now }: { software: Software; now: string }) {
  const { connected, lastSeenAt, versionDisplay, hostName, protocol } = software
  const spoken = protocol === null ? '' : `Protocol version ${protocol}`
  if (connected)
    return (
      <p className={styles.software}>
        <StatusChip {...connectedLook} label="Connected" />
        {[hostName, versionDisplay, spoken].filter((text) => text !== '').join(' · ')}
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
          {agoText(minutesSince(lastSeenAt, now))}. A command waits until the agency’s software is back.
        </span>
      )}
    </p>
  )
}

/** When the protocol version ends; nothing if it is not retired. */
function Ending({ protocol, retiresOn, now }: Pick<Software, 'protocol' | 'retiresOn'> & { now: string }) {
  if (protocol === null || retiresOn === null) return null
  return (
    <p className={styles.software}>
      <StatusChip {...endingLook} label="Outdated" />
      {retirementSentence(protocol, retiresOn, now.slice(0, 10))}
    </p>
  )
}
