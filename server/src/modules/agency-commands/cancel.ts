import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { LeftCommand } from '@agency-support/contract/modules/queued-command'
import { whyNotCancel } from '@agency-support/contract/rules/agency-commands'
import type { Tx } from '../../db/open.ts'
import type { Handler } from '../../calls/context.ts'
import type { NewEntry } from '../../journal/append.ts'
import { applyStep, toCommandStatus } from './command-state.ts'
import { type CommandEnded, saveStep } from './ended.ts'
import { findSoftware } from './software-store.ts'
import { type CommandRow, lockCommand, lockCommands } from './store.ts'
import { commandView, softwareView, getSubject, waitingView } from './view.ts'

/** Cancels a waiting command; idempotent. */
export function createCancel(ended: CommandEnded): Handler<typeof agencyCommands.cancel> {
  return async ({ agencyId, commandId }, ctx) => {
    const row = await lockCommand(ctx.tx, agencyId, commandId)
    if (row === undefined) throw ctx.refuse('gone')
    const software = softwareView(await findSoftware(ctx.tx, agencyId), ctx.now)
    if (row.state === 'cancelled') return commandView(row, software)
    const why = whyLeft(row)
    if (why !== undefined) throw ctx.refuse('collected', { why })
    return commandView(await takeBack(row, ctx, ended), software)
  }
}

/** Cancels all commands that still wait, each with a journal row; those that cannot be cancelled are left alone. */
export function createCancelWaiting(ended: CommandEnded): Handler<typeof agencyCommands.cancelWaiting> {
  return async (input, ctx) => {
    const rows = await lockCommands(ctx.tx, input.agencyId, input.commandIds)
    const left: LeftCommand[] = []
    let cancelled = 0
    for (const row of rows) {
      const why = whyLeft(row)
      if (why === undefined) {
        await takeBack(row, ctx, ended)
        cancelled += 1
      } else if (row.state !== 'cancelled') left.push({ ...waitingView(row), why })
    }
    return { cancelled, left }
  }
}

interface Cancelling {
  tx: Tx
  now: Date
  append: (entry: NewEntry<'agencyCommands.cancelled'>) => Promise<void>
}

/** Cancels a locked command that can be cancelled. */
async function takeBack(
  row: CommandRow,
  { tx, now, append }: Cancelling,
  ended: CommandEnded,
): Promise<CommandRow> {
  const cancelled = applyStep(row, { kind: 'cancel' }, { now, leaseSeconds: 0 })
  if (cancelled === undefined)
    throw new Error(`command ${row.command_id} is ${row.state} and cannot be cancelled`)
  await saveStep(tx, cancelled, ended)
  await append({
    event: 'agencyCommands.cancelled',
    agencyId: row.agency_id,
    subject: getSubject(row),
    before: { commandState: row.state },
    after: { commandState: cancelled.state },
  })
  return cancelled
}

function whyLeft(row: CommandRow): string | undefined {
  return whyNotCancel({ ...toCommandStatus(row), command: row.command })
}
