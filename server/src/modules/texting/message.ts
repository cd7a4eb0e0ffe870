import type { TextMessage, texting } from '@agency-support/contract/modules/texting'
import { logProviderFailure } from '../../calls/ask-provider.ts'
import type { Ctx, Handler } from '../../calls/context.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { MessageAtBandwidth } from '../../providers/telephony.ts'
import { explainError } from './message-errors.ts'
import { toMessageStatus } from './message-status.ts'
import { findMessage, source } from './message-store.ts'
import { messageView } from './view.ts'

type Context = Ctx<typeof texting.message>

/**
 * One text message with its current state at Bandwidth, or the reported state if Bandwidth does not answer. Reading it
 * is journalled, without its text.
 */
export const message: Handler<typeof texting.message> = async ({ agencyId, messageId }, ctx) => {
  const row = await findMessage(ctx.db, agencyId, messageId)
  if (row === undefined) throw ctx.refuse('notFound')
  await ctx.append({ event: 'texting.messageRead', agencyId, subject: row.message_id })
  const stored = messageView(row)
  if (stored.bandwidthMessageId === '') return stored
  const there = await askBandwidth(ctx, stored.bandwidthMessageId)
  return there === null ? stored : withStatus(stored, there, ctx.now)
}

/**
 * The message at Bandwidth; null if it is unknown there, or if Bandwidth does not answer, which the answer then says.
 */
async function askBandwidth(ctx: Context, id: string): Promise<MessageAtBandwidth | null> {
  try {
    return await ctx.services.bandwidth.getMessage(id)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    logProviderFailure(ctx, error)
    ctx.say('Bandwidth could not be asked.')
    return null
  }
}

function withStatus(stored: TextMessage, there: MessageAtBandwidth, now: Date): TextMessage {
  // Bandwidth's word for a received message is that of a sent one which it has only accepted.
  const status = stored.source === source.received ? stored.status : (toMessageStatus(there) ?? stored.status)
  const { errorCode } = there
  return {
    ...stored,
    status,
    // Bandwidth does not say since when; we only know the state now.
    statusTS: status === stored.status ? stored.statusTS : now.toISOString(),
    errorCode,
    errLong: explainError(errorCode),
  }
}
