import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { whyNotCancel } from '@agency-support/contract/rules/agency-commands'
import type { Handler } from '../../calls/context.ts'
import { applyStep, toCommandStatus } from './command-state.ts'
import { findSoftware } from './software-store.ts'
import { lockCommand, saveCommand } from './store.ts'
import { commandView, softwareView, getSubject } from './view.ts'

/** Takes a waiting command back; one that was taken back already stays so. */
export const cancel: Handler<typeof agencyCommands.cancel> = async ({ agencyId, commandId }, ctx) => {
  const row = await lockCommand(ctx.tx, agencyId, commandId)
  if (row === undefined) throw ctx.refuse('gone')
  const software = softwareView(await findSoftware(ctx.tx, agencyId), ctx.now)
  if (row.state === 'cancelled') return commandView(row, software)
  const leaseSeconds = ctx.services.config.commandLeaseSeconds
  const cancelled = applyStep(row, { kind: 'cancel' }, { now: ctx.now, leaseSeconds })
  if (cancelled === undefined)
    throw ctx.refuse('collected', { why: whyNotCancel(toCommandStatus(row)) ?? 'It cannot be cancelled.' })
  await saveCommand(ctx.tx, cancelled)
  await ctx.append({
    event: 'agencyCommands.cancelled',
    agencyId,
    subject: getSubject(row),
    before: { commandState: row.state },
    after: { commandState: cancelled.state },
  })
  return commandView(cancelled, software)
}
