import type { seats } from '@agency-support/contract/modules/seats'
import type { Handler } from '../../calls/context.ts'
import { queueCommand } from '../agency-commands/public.ts'
import { findLicence, lockSeat, releaseSeat } from './usage-store.ts'
import { seatView } from './usage-view.ts'

/** Releases a user's seat: a command ends their tokens at the agency too. */
export const release: Handler<typeof seats.release> = async (input, ctx) => {
  const { agencyId, username } = input
  const licence = await findLicence(ctx.tx, agencyId)
  if (licence === undefined) throw ctx.refuse('gone')
  if (!licence.is_online) throw ctx.refuse('notOnline')
  const row = await lockSeat(ctx.tx, agencyId, username)
  if (row === undefined) throw ctx.refuse('gone')
  const again = input.again === 'true'
  const order = { agencyId, command: 'releaseSeat', argument: username, again } as const
  const command = await queueCommand(ctx, { ...order, issuedBy: ctx.session.username, at: ctx.now })
  if (command === undefined) throw ctx.refuse('gone')
  await releaseSeat(ctx.tx, { agencyId, username, commandId: command.command_id, at: ctx.now })
  const { lastTokenAt, tokens } = seatView(row)
  await ctx.append({
    event: 'seats.released',
    agencyId,
    subject: username,
    before: {
      seat: username,
      lastTokenAt,
      computers: tokens.map(({ hostName }) => hostName).join(', '),
    },
  })
  return null
}
