import { BandwidthHttp, provider } from './bandwidth-http.ts'
import { type BandwidthSettings, readBandwidthSettings } from './bandwidth-settings.ts'
import {
  misshapen,
  readCampaign,
  readCampaignOrder,
  readHostedOrder,
  readNumber,
  readOrderIds,
  readPlacedOrder,
  readStandardOrder,
  refusedStatuses,
  toMessage,
  toPlacement,
} from './bandwidth-answers.ts'
import type { ProviderParts } from './breaker.ts'
import { ProviderError } from './provider-error.ts'
import type { MessageAtBandwidth, Telephony } from './telephony.ts'

/** True for an id that is safe in a path; all ids of orders and campaigns are. */
const isId = (text: string): boolean => /^[A-Za-z0-9-]{1,64}$/.test(text)

/** Bandwidth over HTTP; its only state is a token and the circuit breaker. */
function open(settings: BandwidthSettings, parts: ProviderParts): Telephony {
  const http = new BandwidthHttp(settings, parts)
  const account = `accounts/${settings.accountId}`
  const imports = `${account}/campaignManagement/10dlc/campaigns/imports`
  return {
    getOrder: async (kind, orderId) => {
      if (!isId(orderId)) return null
      const path = kind === 'standard' ? 'orders' : 'importTnOrders'
      const answer = await http.askNumbers({ path: `${account}/${path}/${orderId}`, reads: [400, 404] })
      if (answer.status !== 200) return null
      return kind === 'standard'
        ? readStandardOrder(answer.text, orderId)
        : readHostedOrder(answer.text, orderId)
    },
    isInService: async (number) => {
      const path = `${account}/inserviceNumbers/${number}`
      const { status, text } = await http.askNumbers({ path, reads: [404] })
      if (status !== 200) return false
      // Bandwidth says yes with the status alone.
      if (text.trim() !== '') throw misshapen('a number in service')
      return true
    },
    getNumber: async (number) => {
      const answer = await http.askNumbers({ path: `tns/${number}/tndetails`, reads: [400, 404] })
      return answer.status === 200 ? readNumber(answer.text) : null
    },
    getCampaign: async (id) => {
      if (!isId(id)) return null
      const answer = await http.askNumbers({ path: `${imports}/${id}`, reads: [400, 404] })
      return answer.status === 200 ? readCampaign(answer.text) : null
    },
    placeCampaignOrder: async (order) => {
      const body = toPlacement(order)
      return readPlacedOrder(
        await http.askNumbers({ path: `${account}/tnoptions`, body, reads: refusedStatuses }),
      )
    },
    findCampaignOrder: async (key) => {
      const { text } = await http.askNumbers({
        path: `${account}/tnoptions?customerOrderId=${encodeURIComponent(key)}`,
      })
      return readOrderIds(text)[0] ?? null
    },
    getCampaignOrder: async (orderId) => {
      const answer = await http.askNumbers({ path: `${account}/tnoptions/${orderId}`, reads: [404] })
      return answer.status === 200 ? readCampaignOrder(answer.text) : null
    },
    getMessage: (messageId) => getMessage(http, settings, messageId),
  }
}

function getMessage(
  http: BandwidthHttp,
  { messagingBaseUrl, accountId }: BandwidthSettings,
  messageId: string,
): Promise<MessageAtBandwidth | null> {
  return http.ask(true, async (accessToken, signal) => {
    // Imported lazily: it takes forty megabytes, which a server that reads no messages can save.
    const { Configuration, MessagesApi } = await import('bandwidth-sdk')
    const baseOptions = { ...http.options, signal }
    // The SDK's token URL cannot be changed, so it is given our own token.
    const api = new MessagesApi(
      new Configuration({ accessToken: () => accessToken, basePath: messagingBaseUrl, baseOptions }),
    )
    const { data } = await api.listMessages(accountId, messageId)
    const found: unknown = (data as { messages?: unknown } | undefined)?.messages
    if (!Array.isArray(found))
      throw new ProviderError(provider, 'protocol', `${provider} gave no list of messages`)
    const [message] = found as unknown[]
    return message === undefined ? null : toMessage(message)
  })
}

/** The adapter of Bandwidth. */
export const bandwidth = { settings: readBandwidthSettings, open }
