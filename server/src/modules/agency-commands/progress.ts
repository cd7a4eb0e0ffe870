import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { Handler } from '../../calls/context.ts'
import { applyStep, getCurrentState } from './command-state.ts'
import { lockCommand, saveCommand } from './store.ts'
import { claimedView } from './view.ts'

/** Saves the end of a command's output and renews its lease; after the first report it must never run again. */
export const progress: Handler<typeof agencyCommands.progress> = async (input, ctx) => {
  const { agencyId, now, services } = ctx
  const { commandId, attempt, output } = input
  const row = await lockCommand(ctx.tx, agencyId, commandId)
  if (row === undefined) throw ctx.refuse('unknown')
  const leaseSeconds = services.config.commandLeaseSeconds
  const next = applyStep(row, { kind: 'progress', attempt }, { now, leaseSeconds })
  if (next === undefined) throw ctx.refuse('superseded', getCurrentState(row))
  await saveCommand(ctx.tx, { ...next, output })
  ctx.hint('agencyCommands', agencyId)
  return { leaseExpiresAt: claimedView(next).leaseExpiresAt }
}
