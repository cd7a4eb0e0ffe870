import type { ApiAnswer } from '../answer.ts'
import { randomUUID } from 'node:crypto'
import { parseJson } from '../parse-json.ts'
import { type ApiHandler, jsonAnswer } from './answer.ts'
import { messageFilters, type Messages, NewMessage } from './messages.ts'
import type { World } from './world.ts'

/** Other query parameters of a message list. */
const settings = new Set(['sort', 'pageToken', 'limit', 'limitTotalCount'])

/** The two endpoints of the messages API. */
export function createMessagesApi(
  world: World,
  account: string,
  messages: Messages,
): Record<'messages' | 'sendMessage', ApiHandler> {
  return {
    messages: ({ query, base }) => {
      const names = Object.keys(query)
      const unknown = names.find((name) => !messageFilters.has(name) && !settings.has(name))
      if (unknown !== undefined) return refuse(`The parameter ${unknown} is not known.`)
      if (!names.some((name) => messageFilters.has(name)))
        return refuse('At least one query parameter is required.')
      const limit = Number(query['limit'] ?? 100)
      const after = Number(query['pageToken'] ?? 0)
      if (!(limit >= 1) || !(after >= 0) || limit + after > 10_000)
        return refuse('limit and pageToken must stay within 10000.')
      const found = messages.list(query)
      const shown = found.slice(after, after + limit)
      const next = after + limit < found.length ? String(after + limit) : undefined
      return jsonAnswer({
        totalCount: found.length,
        pageInfo: {
          nextPage: next && `${base}/users/${account}/messages?pageToken=${next}`,
          nextPageToken: next,
        },
        messages: shown.map((message) => ({ ...message, accountId: account, carrierName: null })),
      })
    },
    sendMessage: ({ body }) => sendMessage(world, messages, body),
  }
}

function refuse(description: string): ApiAnswer {
  return jsonAnswer({ type: 'request-validation', description }, 400)
}

function sendMessage(world: World, messages: Messages, body: string): ApiAnswer {
  const asked = NewMessage.safeParse(parseJson(body))
  if (!asked.success) return refuse('Your request could not be accepted.')
  const { to, from, text, media, applicationId } = asked.data
  const sender = world.findNumber(from.slice(2))
  const id = `${world.now()}${randomUUID().replaceAll('-', '').slice(0, 16)}`
  const time = new Date(world.now()).toISOString()
  messages.put({
    messageId: id,
    sourceTn: from,
    destinationTn: to[0] ?? '',
    messageStatus: sender?.campaignId === undefined ? 'FAILED' : 'DELIVERED',
    messageDirection: 'OUTBOUND',
    messageType: media === undefined ? 'sms' : 'mms',
    segmentCount: Math.max(1, Math.ceil((text ?? '').length / 160)),
    errorCode: sender?.campaignId === undefined ? 4476 : 0,
    receiveTime: time,
    attachmentCount: media?.length ?? 0,
    campaignId: sender?.campaignId ?? null,
  })
  return jsonAnswer(
    { id, owner: from, applicationId, time, segmentCount: 1, direction: 'out', to, from, text, media },
    202,
  )
}
