import type { CommandStep } from '@agency-support/contract/rules/agency-commands'
import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { daySeconds, plusSeconds } from '../../lib/clock.ts'
import { keepFor } from '../../jobs/keep-for.ts'
import type { OpenDatabase, Tx } from '../../db/open.ts'
import { appendEntry } from '../../journal/append.ts'
import { applyStep } from './command-state.ts'
import { type CommandEnded, commandsActor, saveStep } from './ended.ts'
import { type CommandRow, deleteEnded, isAnythingDue, lockOverdue, lockStale } from './store.ts'
import { getSubject } from './view.ts'

/** Ended commands are kept for 90 days so that people can read their output. */
const keepSeconds = 90 * daySeconds

/** Rows per transaction, so that a backlog never locks rows for long. */
const maxAtOnce = 200

/**
 * Applies what has expired. A command whose lease ran out is queued again with the next attempt; one that nobody
 * fetched for a week, or that keeps coming back for two, expires. Processes may run this concurrently: each takes rows
 * that no other has locked. Returns the number of changed rows.
 */
export async function applyExpiry(db: OpenDatabase, now: Date, ended: CommandEnded): Promise<number> {
  const since = {
    waiting: plusSeconds(now, -protocolNumbers.waitingSeconds),
    ordered: plusSeconds(now, -protocolNumbers.maxWaitingSeconds),
  }
  if (!(await isAnythingDue(db.read, now, since))) return 0
  return db.write.transaction().execute(async (tx) => {
    const overdue = await lockOverdue(tx, now, maxAtOnce)
    for (const row of overdue) await advance(tx, row, 'leaseOver', { now, ended })
    const stale = await lockStale(tx, since, maxAtOnce)
    for (const row of stale) await advance(tx, row, 'expire', { now, ended })
    return overdue.length + stale.length
  })
}

/** Deletes commands that ended long ago. */
export const forgetEnded = keepFor(keepSeconds, deleteEnded)

async function advance(
  tx: Tx,
  row: CommandRow,
  kind: 'leaseOver' | 'expire',
  { now, ended }: { now: Date; ended: CommandEnded },
): Promise<void> {
  const step: CommandStep = { kind }
  const next = applyStep(row, step, { now, leaseSeconds: 0 })
  if (next === undefined) throw new Error(`command ${row.command_id} is ${row.state} and cannot ${kind}`)
  await saveStep(tx, next, ended)
  await appendEntry(
    tx,
    { at: now, actor: commandsActor, requestId: null },
    {
      event: kind === 'expire' ? 'agencyCommands.expired' : 'agencyCommands.requeued',
      agencyId: row.agency_id,
      subject: getSubject(row),
      before: { commandState: row.state, attempt: row.attempt },
      after: { commandState: next.state, attempt: next.attempt },
      ...(next.reason === null ? {} : { reason: next.reason }),
    },
  )
}
