import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { OpenCommand } from '@agency-support/contract/modules/queued-command'
import { type QueuedCommandName, queuedSentence } from '@agency-support/contract/rules/agency-commands'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../lib/query.ts'
import styles from './queued-note.module.css'
import { useNow } from './use-now.ts'

/** The commands of an agency that have not ended, and what is true of one that its software has not collected. */
export function useOpenCommands(agencyId: number): {
  open: readonly OpenCommand[]
  /** Why nothing has happened yet of what queued this command; null once it was collected. */
  whyQueued: (command: QueuedCommandName, argument?: string) => string | null
} {
  const { data } = useQuery(callQuery(agencyCommands.softwareStatus, { agencyId }))
  const now = useNow()
  const open = data?.open ?? []
  return {
    open,
    whyQueued: (command, argument) => {
      const waits = open.some(
        (one) =>
          one.state === 'queued' &&
          one.command === command &&
          (argument === undefined || one.argument === argument),
      )
      return waits ? queuedSentence(data?.lastSeenAt ?? null, now) : null
    },
  }
}

interface QueuedNoteProps {
  agencyId: number
  command: QueuedCommandName
  /** Only a command with this argument; any unless given. */
  argument?: string
}

/** Says below an act that it is only queued, for as long as the agency's software has not collected it. */
export function QueuedNote({ agencyId, command, argument }: QueuedNoteProps) {
  const { whyQueued } = useOpenCommands(agencyId)
  return (
    <p role="status" className={styles.note}>
      {whyQueued(command, argument)}
    </p>
  )
}
