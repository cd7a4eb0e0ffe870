import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { Handler } from '../../calls/context.ts'
import { applyStep, getCurrentState } from './command-state.ts'
import { lockCommand, saveCommand } from './store.ts'
import { getSubject } from './view.ts'

/** Records that an agency's software has stored a command; idempotent. */
export const acknowledge: Handler<typeof agencyCommands.acknowledge> = async (input, ctx) => {
  const { agencyId, now } = ctx
  const row = await lockCommand(ctx.tx, agencyId, input.commandId)
  if (row === undefined) throw ctx.refuse('unknown')
  const leaseSeconds = ctx.services.config.commandLeaseSeconds
  const next = applyStep(row, { kind: 'acknowledge', attempt: input.attempt }, { now, leaseSeconds })
  if (next === undefined) throw ctx.refuse('superseded', getCurrentState(row))
  if (next.state === row.state) return null
  await saveCommand(ctx.tx, next)
  await ctx.append({
    event: 'agencyCommands.acknowledged',
    agencyId,
    subject: getSubject(row),
    before: { commandState: row.state },
    after: { commandState: next.state, attempt: row.attempt },
  })
  return null
}
