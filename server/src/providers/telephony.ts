/** State of an order, in terms a module can act on. */
export type OrderState = 'pending' | 'completed' | 'partial' | 'failed'

/** A problem in Bandwidth's words, with the numbers it affects. */
export interface OrderProblem {
  code: string
  description: string
  numbers: readonly string[]
}

/** An order for numbers; all numbers have ten digits. */
export interface NumberOrder {
  orderId: string
  state: OrderState
  /** Bandwidth's own name of the state. */
  status: string
  updatedAt: Date
  /** Numbers that are done. */
  completed: readonly string[]
  /** Numbers that were ordered; null if Bandwidth does not say. */
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

/** A text message at Bandwidth, without its text. */
export interface MessageAtBandwidth {
  id: string
  /** Bandwidth's own name: QUEUED, SENT, DELIVERED … */
  status: string
  /** 0 without an error. */
  errorCode: number
  at: Date
}

/** Numbers, orders, campaigns and messages at Bandwidth. Every call throws ProviderError if it cannot answer. */
export interface Telephony {
  /** An order of either kind; null if Bandwidth does not know it. */
  getOrder(kind: 'standard' | 'hosted', orderId: string): Promise<NumberOrder | null>
  /** True for a number in service in our account. */
  isInService(number: string): Promise<boolean>
  /** A number with its campaign; null if Bandwidth does not know it. */
  getNumber(number: string): Promise<PhoneAtBandwidth | null>
  /** An imported campaign; null if Bandwidth does not know it. */
  getCampaign(campaignId: string): Promise<{ id: string; status: string } | null>
  /**
   * Places the order that gives a number to a campaign, or with null removes it from any. `key` is our key for this
   * order, 1 to 40 letters, digits or dashes. Sent only once: if the answer is lost, call {@link findCampaignOrder}
   * first.
   */
  placeCampaignOrder(order: {
    key: string
    number: string
    campaignId: string | null
  }): Promise<{ orderId: string } | { refused: string }>
  /** The order that was placed under this key; null if there is none. */
  findCampaignOrder(key: string): Promise<string | null>
  getCampaignOrder(orderId: string): Promise<CampaignOrder | null>
  /** A message by Bandwidth's id; null if it does not know it (any more). */
  getMessage(messageId: string): Promise<MessageAtBandwidth | null>
}
