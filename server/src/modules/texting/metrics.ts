import type { In } from '@agency-support/contract/call'
import type { MetricsCount, texting } from '@agency-support/contract/modules/texting'
import type { Ctx, Handler } from '../../calls/context.ts'
import { getBounds } from './buckets.ts'
import { type Counted, countMessages } from './metrics-store.ts'

type Metrics = typeof texting.sentMessages

async function count(
  what: Counted,
  { agencyId, quantity, ...span }: In<Metrics>,
  { db, now }: Pick<Ctx<Metrics>, 'db' | 'now'>,
): Promise<MetricsCount[]> {
  const bounds = getBounds(now, span, quantity)
  const counts = await countMessages(db, { what, bounds, agencyId })
  return counts.map((of) => ({ period: of.period.toISOString(), count: of.count }))
}

/** Sent messages in each of the last spans. */
export const sentMessages: Handler<typeof texting.sentMessages> = (input, ctx) => count('sent', input, ctx)

/** Received messages in each of the last spans. */
export const receivedMessages: Handler<typeof texting.receivedMessages> = (input, ctx) =>
  count('received', input, ctx)

/** Outside numbers in conversations, in each of the last spans. */
export const conversations: Handler<typeof texting.conversations> = (input, ctx) =>
  count('conversations', input, ctx)
