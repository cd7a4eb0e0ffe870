import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { Handler } from '../../http/context.ts'
import { filesOfUploads } from '../agency-files/public.ts'
import { advanced, elsewhere, isSameEnd } from './life.ts'
import { lockCommand, saveCommand } from './store.ts'
import { producedView, subjectOf } from './view.ts'

/** Ends a command with what it wrote and brought; the same end told again is taken as told. */
export const finish: Handler<typeof agencyCommands.finish> = async (input, ctx) => {
  const { agencyId, now } = ctx
  const { commandId, attempt, outcome, output, uploadIds } = input
  const row = await lockCommand(ctx.tx, agencyId, commandId)
  if (row === undefined) throw ctx.refuse('unknown')
  const leaseSeconds = ctx.services.config.commandLeaseSeconds
  const next = advanced(row, { kind: 'finish', attempt, outcome }, { now, leaseSeconds })
  if (next === undefined) {
    if (isSameEnd(row, attempt, outcome)) return null
    throw ctx.refuse('superseded', elsewhere(row))
  }
  const files = (await filesOfUploads(ctx.tx, agencyId, uploadIds)).map(producedView)
  await saveCommand(ctx.tx, { ...next, output: output === '' ? row.output : output, files })
  await ctx.append({
    event: 'agencyCommands.finished',
    agencyId,
    subject: subjectOf(row),
    before: { commandState: row.state },
    after: { commandState: next.state, files: files.length },
    ...(next.reason === null ? {} : { reason: next.reason }),
  })
  return null
}
