import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { OpenCommand } from '@agency-support/contract/modules/queued-command'
import { type QueuedCommandName, queuedSentence } from '@agency-support/contract/rules/agency-commands'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/requests/query.ts'
import styles from './queued-note.module.css'
import { useNow } from '../../lib/use-now.ts'

/** The unfinished commands of an agency, and why one is still queued. */
export function useOpenCommands(agencyId: number): {
  open: readonly OpenCommand[]
  /** Why the command has no effect yet; null once the agency's software has fetched it. */
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
}

/** Says below an action that its command is only queued, until the agency's software fetches it. */
export function QueuedNote({ agencyId, command }: QueuedNoteProps) {
  const { whyQueued } = useOpenCommands(agencyId)
  return (
    <p role="status" className={styles.note}>
      {whyQueued(command)}
    </p>
  )
}
