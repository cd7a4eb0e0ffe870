/** How far an order is, in terms a module can act on. */
export type OrderState = 'pending' | 'completed' | 'partial' | 'failed'

/** What Bandwidth could not do, in its words, for which numbers. */
export interface OrderProblem {
  code: string
  description: string
  numbers: readonly string[]
}

/** An order for numbers; all numbers have ten digits. */
export interface NumberOrder {
  orderId: string
  state: OrderState
  /** Bandwidth's own word for the state. */
  status: string
  updatedAt: Date
  /** Those that it has done. */
  completed: readonly string[]
  /** Those that it was placed for; null where it does not say. */
  asked: readonly string[] | null
  problems: readonly OrderProblem[]
}

/** A number at Bandwidth. */
export interface PhoneAtBandwidth {
  number: string
  status: string
  isHosted: boolean
  campaignId: string | undefined
}

/** An order that gives a number to a campaign or takes it from one. */
export interface CampaignOrder {
  orderId: string
  state: OrderState
  problems: readonly OrderProblem[]
}

/** A text message as Bandwidth knows it: never with its text. */
export interface MessageAtBandwidth {
  id: string
  /** Bandwidth's own word: QUEUED, SENT, DELIVERED … */
  status: string
  /** 0 where nothing went wrong. */
  errorCode: number
  at: Date
}

/** Numbers, orders, campaigns and messages at Bandwidth. Every call throws ProviderError when it cannot answer. */
export interface Telephony {
  /** An order of either kind; null for one that Bandwidth does not know. */
  getOrder(kind: 'standard' | 'hosted', orderId: string): Promise<NumberOrder | null>
  /** True for a number that is in service in our account. */
  isInService(number: string): Promise<boolean>
  /** A number with its campaign; null where Bandwidth does not know it. */
  getNumber(number: string): Promise<PhoneAtBandwidth | null>
  /** An imported campaign; null for one that Bandwidth does not know. */
  getCampaign(campaignId: string): Promise<{ id: string; status: string } | null>
  /** All numbers of a campaign. */
  listCampaignNumbers(campaignId: string): AsyncIterable<string>
  /**
   * Places the order that gives a number to a campaign, or by null takes it from any. `key` is ours for this order,
   * 1 to 40 letters, digits or dashes. It is sent once: when the answer is lost, ask {@link findCampaignOrder} first.
   */
  placeCampaignOrder(order: {
    key: string
    number: string
    campaignId: string | null
  }): Promise<{ orderId: string } | { refused: string }>
  /** The order that was placed under this key of ours; null when there is none. */
  findCampaignOrder(key: string): Promise<string | null>
  getCampaignOrder(orderId: string): Promise<CampaignOrder | null>
  /** A message by Bandwidth's id; null for one that it does not know, or no longer. */
  getMessage(messageId: string): Promise<MessageAtBandwidth | null>
}
