import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { OpenCommand } from '@agency-support/contract/modules/queued-command'
import {
  firstFailure,
  type QueuedCommandName,
  queuedSentence,
  whyNotDone,
} from '@agency-support/contract/rules/agency-commands'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/requests/query.ts'
import { useAnnounced } from '../messages/announce.tsx'
import { FailedReason } from './failed-reason.tsx'
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

/** A command that this person has ordered here, in the words of a sentence that says why it was not carried out. */
export interface Ordered {
  /** Undefined if the answer named none: its failure is not told. */
  commandId: number | undefined
  words: Parameters<typeof whyNotDone>[1]
}

/** Why it was not carried out; null before it has ended, and without an order. */
function useWhyNotDone(agencyId: number, ordered: Ordered | null): string | null {
  const { data } = useQuery({
    ...callQuery(agencyCommands.queue, { agencyId }),
    enabled: ordered?.commandId !== undefined,
  })
  const command = data?.find(({ commandId }) => commandId === ordered?.commandId)
  if (ordered === null || command === undefined) return null
  const output = firstFailure(command.result) ?? command.output
  return whyNotDone({ ...command, output }, ordered.words) ?? null
}

interface QueuedNoteProps {
  agencyId: number
  command: QueuedCommandName
  /** The order whose failure is told as well; left out, none is. */
  ordered?: Ordered | null
}

/** Says below an action that its command is only queued until the agency's software fetches it, and then if it fails. */
export function QueuedNote({ agencyId, command, ordered = null }: QueuedNoteProps) {
  const { whyQueued } = useOpenCommands(agencyId)
  const whyNot = useWhyNotDone(agencyId, ordered)
  const queued = whyQueued(command)
  // No live region, which would be read again whenever a dialog closes; nor is its age, which goes on.
  useAnnounced(queued ?? whyNot ?? '', queued === null ? (whyNot ?? '') : command)
  return (
    <p className={styles.note}>
      {queued ?? (whyNot !== null && <FailedReason label="Why the command failed" text={whyNot} />)}
    </p>
  )
}
