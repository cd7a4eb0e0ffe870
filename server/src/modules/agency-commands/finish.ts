import { parseCommandResult } from '@agency-support/contract/modules/agency-command-shapes'
import type { In } from '@agency-support/contract/call'
import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { ProducedFile } from '@agency-support/contract/modules/queued-command'
import { describePartial } from '@agency-support/contract/rules/agency-commands'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { Ctx, Handler } from '../../calls/context.ts'
import { HttpFailure } from '../../calls/refusal.ts'
import { type CommandEnded, saveStep } from './ended.ts'
import { joinFiles } from './command-files.ts'
import { applyStep, getCurrentState, isSameEnd } from './command-state.ts'
import { type CommandRow, lockCommand } from './store.ts'
import { getSubject } from './view.ts'

/** Finds those of an agency's uploads that have arrived; passed in by handlers.ts. */
export type FindArrivedFiles = (
  db: ReadDb | Tx,
  agencyId: number,
  uploadIds: readonly string[],
) => Promise<ProducedFile[]>

/** What other modules contribute to the end of a command. */
export interface FinishParts {
  findArrivedFiles: FindArrivedFiles
  commandEnded: CommandEnded
}

/** Ends a command with its output and files; idempotent. */
export function createFinish(joined: FinishParts): Handler<typeof agencyCommands.finish> {
  return (input, ctx) => finish(input, ctx, joined)
}

async function finish(
  input: In<typeof agencyCommands.finish>,
  ctx: Ctx<typeof agencyCommands.finish>,
  { findArrivedFiles, commandEnded }: FinishParts,
): Promise<null> {
  const { agencyId, now } = ctx
  const { commandId, attempt, outcome, reason, output, uploadIds } = input
  const row = await lockCommand(ctx.tx, agencyId, commandId)
  if (row === undefined) throw ctx.refuse('unknown')
  const result = readResult(row, input)
  const leaseSeconds = ctx.services.config.commandLeaseSeconds
  const next = applyStep(row, { kind: 'finish', attempt, outcome, reason }, { now, leaseSeconds })
  if (next === undefined) {
    if (isSameEnd(row, attempt, outcome)) return null
    throw ctx.refuse('superseded', getCurrentState(row))
  }
  // Uploads that named the command are already listed with it.
  const files = joinFiles(row.files, await findArrivedFiles(ctx.tx, agencyId, uploadIds))
  const ended = { ...next, output: output === '' ? row.output : output, result, files }
  await saveStep(ctx.tx, ended, commandEnded)
  const done = describePartial(result)
  await ctx.append({
    event: 'agencyCommands.finished',
    agencyId,
    subject: getSubject(row),
    before: { commandState: row.state },
    after: { commandState: next.state, files: files.length, ...(done === undefined ? {} : { done }) },
    ...(next.reason === null ? {} : { reason: next.reason }),
  })
  return null
}

/** The result of the command; null if none was reported. Throws 400 with a sentence that names the field. */
function readResult(
  { command, result: before }: CommandRow,
  { result }: In<typeof agencyCommands.finish>,
): CommandRow['result'] {
  if (result === undefined) return before
  const read = parseCommandResult(command, result)
  if ('problem' in read) throw new HttpFailure(400, read.problem)
  return read.result as CommandRow['result']
}
