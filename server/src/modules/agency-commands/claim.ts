import type { agencyCommands, ClaimedCommand } from '@agency-support/contract/modules/agency-commands'
import { plusSeconds } from '../../lib/clock.ts'
import type { Ctx, Handler } from '../../calls/context.ts'
import { applyStep } from './command-state.ts'
import { readQueueState } from './software-store.ts'
import { lockWaiting, saveCommand } from './store.ts'
import { claimedView } from './view.ts'

type Claim = typeof agencyCommands.claim

/** Events that add a command to a queue. */
const arrivals: ReadonlySet<string> = new Set(['agencyCommands.queued', 'agencyCommands.requeued'])

/** A poll also counts as a sign of life, but is saved at most this often. */
const seenGrainSeconds = 60

/** Hands out waiting commands to an agency's software; a waiting poll holds neither a transaction nor a connection. */
export const claim: Handler<Claim> = async ({ waitSeconds, most: max }, ctx) => {
  // Subscribes before the query, so that a command queued in between is not missed.
  using subscription = ctx.services.live.subscribe(ctx.agencyId, arrivals)
  ctx.request.whenGone(() => subscription.end())
  const endAt = performance.now() + waitSeconds * 1000
  for (;;) {
    if (subscription.ended) return []
    const taken = await take(ctx, max)
    const leftMs = endAt - performance.now()
    if (taken.length > 0 || leftMs <= 0) return taken
    if (!(await subscription.waitFor(leftMs))) return []
  }
}

async function take(ctx: Ctx<Claim>, max: number): Promise<ClaimedCommand[]> {
  const { agencyId, services } = ctx
  const now = services.clock.now()
  const { waiting, last_seen_at } = await readQueueState(ctx.db, agencyId)
  if (last_seen_at === null || last_seen_at < plusSeconds(now, -seenGrainSeconds))
    await services.presence.note({ agencyId, at: now }, (work) => ctx.bookkeeping(work))
  if (!waiting) return []
  const leaseSeconds = services.config.commandLeaseSeconds
  const taken = await ctx.bookkeeping(async (tx) => {
    const rows = await lockWaiting(tx, agencyId, max)
    const delivered = rows.flatMap((row) => applyStep(row, { kind: 'deliver' }, { now, leaseSeconds }) ?? [])
    for (const row of delivered) await saveCommand(tx, row)
    return delivered
  })
  if (taken.length > 0) services.live.hint('agencyCommands', agencyId)
  return taken.map(claimedView)
}
