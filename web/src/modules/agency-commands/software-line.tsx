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

/** Whether the agency's software is there to fetch a command, and when its protocol ends; an empty line if unknown. */
export function SoftwareLine({ agencyId }: { agencyId: number }) {
  const { data = null } = useQuery({
    ...callQuery(agencyCommands.softwareStatus, { agencyId }),
    refetchInterval: queueRefreshMs,
  })
  const now = useNow()
  // One line whatever is known: live controls stand below it.
  return (
    <p className={styles.software} role={data?.connected === false ? 'status' : undefined}>
      {data !== null && (
        <>
          <Presence software={data} now={now} />
          <Ending protocol={data.protocol} retiresOn={data.retiresOn} now={now} />
        </>
      )}
    </p>
  )
}

type Software = Received<(typeof agencyCommands.softwareStatus)['answer']>

function Presence({ software, now }: { software: Software; now: string }) {
  const { connected, lastSeenAt, versionDisplay, hostName, protocol } = software
  const spoken = protocol === null ? '' : `Protocol version ${protocol}`
  if (connected)
    return (
      <>
        <StatusChip {...connectedLook} label="Connected" />
        <span>{[hostName, versionDisplay, spoken].filter((text) => text !== '').join(' · ')}</span>
      </>
    )
  return (
    <>
      <StatusChip {...offlineLook} label="Offline" />
      {lastSeenAt === null ? (
        commandMessages.neverSeen
      ) : (
        <span>
          Last seen <LocalTime at={lastSeenAt} format="MM/DD/YYYY HH:mm:ss" />,{' '}
          {agoText(minutesSince(lastSeenAt, now))}. A command waits until the agency’s software is back.
        </span>
      )}
    </>
  )
}

/** When the protocol version ends; nothing if it is not retired. */
function Ending({ protocol, retiresOn, now }: Pick<Software, 'protocol' | 'retiresOn'> & { now: string }) {
  if (protocol === null || retiresOn === null) return null
  return (
    <>
      <StatusChip {...endingLook} label="Outdated" />
      <span>{retirementSentence(protocol, retiresOn, now.slice(0, 10))}</span>
    </>
  )
}
