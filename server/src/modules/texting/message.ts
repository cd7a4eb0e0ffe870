import type { texting } from '@agency-support/contract/modules/texting'
import type { Handler } from '../../calls/context.ts'
import { findMessage } from './message-store.ts'
import { messageView } from './view.ts'

/** One text message; whoever reads it leaves a trace, which does not hold what was written. */
export const message: Handler<typeof texting.message> = async ({ agencyId, messageId }, ctx) => {
  const row = await findMessage(ctx.db, agencyId, messageId)
  if (row === undefined) throw ctx.refuse('notFound')
  await ctx.append({ event: 'texting.messageRead', agencyId, subject: row.message_id })
  ctx.say('Bandwidth could not be asked.')
  return messageView(row)
}
