import type { seats } from '@agency-support/contract/modules/seats'
import type { Handler } from '../../calls/context.ts'
import { queueCommand } from '../agency-commands/public.ts'
import { findLicence, releaseSeat } from './usage-store.ts'

/** Frees the seat of a user: their tokens end at the agency as well. */
export const release: Handler<typeof seats.release> = async ({ agencyId, username }, ctx) => {
  const licence = await findLicence(ctx.tx, agencyId)
  if (licence === undefined) throw ctx.refuse('gone')
  if (!licence.is_online) throw ctx.refuse('notOnline')
  const released = await releaseSeat(ctx.tx, agencyId, username, ctx.now)
  if (released === undefined) throw ctx.refuse('gone')
  const order = { agencyId, command: 'releaseSeat', argument: username } as const
  await queueCommand(ctx.tx, { ...order, issuedBy: ctx.session.username, at: ctx.now }, ctx.append)
  await ctx.append({
    event: 'seats.released',
    agencyId,
    subject: username,
    before: {
      seat: username,
      lastTokenAt: released.last_token_at?.toISOString() ?? null,
      computers: released.tokens.map(({ hostName }) => hostName).join(', '),
    },
  })
  return null
}
