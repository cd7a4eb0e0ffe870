import { randomUUID } from 'node:crypto'
import { makeNumber, parseNumber, parseOrderId } from './demo-numbers.ts'

export type OrderKind = 'standard' | 'hosted' | 'options'
export type OrderStatus =
  | 'RECEIVED'
  | 'PROCESSING'
  | 'BACKORDERED'
  | 'COMPLETE'
  | 'PARTIAL'
  | 'FAILED'
  | 'EXCEPTION'

/** Bandwidth's error about failed numbers. */
export interface OrderError {
  code: string
  description: string
  numbers: readonly string[]
}

/** The content of an order for campaign settings. */
export interface CampaignRequest {
  action: string
  campaignId: string | undefined
  customerOrderId: string | undefined
}

/** An order of any kind. Its state depends only on the clock. */
export interface Order {
  id: string
  kind: OrderKind
  numbers: readonly string[]
  createdAt: number
  /** Seconds from creation until processing starts, and until it ends. */
  processesAfter: number
  endsAfter: number
  ends: OrderStatus
  errors: readonly OrderError[]
  wish?: CampaignRequest
  /** True once its effects have been applied and notified. */
  isDone: boolean
}

export interface PhoneNumber {
  number: string
  status: 'Inservice' | 'Aging'
  isHosted: boolean
  campaignId: string | undefined
  /** False for another account's numbers, which can be found but are not ours. */
  isOurs: boolean
}

export interface Campaign {
  id: string
  status: 'ACTIVE' | 'EXPIRED'
}

/** Everything that Bandwidth stores in the sandbox, with a clock that tests can advance. */
export class World {
  readonly #orders = new Map<string, Order>()
  readonly #numbers = new Map<string, PhoneNumber>()
  readonly #campaigns = new Map<string, Campaign>()
  #turnedMs = 0
  /** Duration in seconds of orders for campaign settings. */
  optionSeconds = 2

  now(): number {
    return Date.now() + this.#turnedMs
  }

  turn(seconds: number): void {
    this.#turnedMs += seconds * 1000
  }

  /** Clears everything and resets the clock to the machine's. */
  reset(): void {
    this.#orders.clear()
    this.#numbers.clear()
    this.#campaigns.clear()
    this.#turnedMs = 0
    this.optionSeconds = 2
  }

  addOrder(given: Pick<Order, 'kind' | 'numbers'> & Partial<Order>): Order {
    const order: Order = {
      id: randomUUID(),
      createdAt: this.now(),
      processesAfter: 0,
      endsAfter: 0,
      ends: 'COMPLETE',
      errors: [],
      isDone: false,
      ...given,
    }
    this.#orders.set(order.id, order)
    return order
  }

  putNumber(given: Pick<PhoneNumber, 'number'> & Partial<PhoneNumber>): void {
    this.#numbers.set(given.number, {
      status: 'Inservice',
      isHosted: false,
      campaignId: undefined,
      isOurs: true,
      ...given,
    })
  }

  putCampaign(campaign: Campaign): void {
    this.#campaigns.set(campaign.id, campaign)
  }

  /** An order of this kind; demo orders are created on first access. */
  findOrder(kind: OrderKind, id: string): Order | undefined {
    const known = this.#orders.get(id) ?? this.#makeDemoOrder(id)
    return known?.kind === kind ? known : undefined
  }

  listOrders(kind: OrderKind): Order[] {
    return [...this.#orders.values()].filter((order) => order.kind === kind)
  }

  statusOf(order: Order): OrderStatus {
    const seconds = (this.now() - order.createdAt) / 1000
    if (seconds < order.processesAfter) return 'RECEIVED'
    return seconds < order.endsAfter ? 'PROCESSING' : order.ends
  }

  hasEnded(order: Order): boolean {
    return this.now() >= order.createdAt + order.endsAfter * 1000
  }

  /** The numbers that a finished order processed. */
  completedOf(order: Order): readonly string[] {
    const status = this.statusOf(order)
    if (status !== 'COMPLETE' && status !== 'PARTIAL') return []
    const failed = new Set(order.errors.flatMap(({ numbers }) => numbers))
    return order.numbers.filter((number) => !failed.has(number))
  }

  /** A number at Bandwidth, whoever owns it. */
  findNumber(number: string): PhoneNumber | undefined {
    const known = this.#numbers.get(number)
    if (known !== undefined) return known
    const demo = parseNumber(number)
    if (demo === undefined || demo.order === 'failed' || demo.order === 'pending') return undefined
    this.putNumber({ number, isHosted: demo.order === 'hosted' })
    return this.#numbers.get(number)
  }

  listNumbers(): PhoneNumber[] {
    return [...this.#numbers.values()]
  }

  /** A campaign; in the demo world C with six letters or digits is one, and those starting with CX have ended. */
  findCampaign(id: string): Campaign | undefined {
    const known = this.#campaigns.get(id)
    if (known !== undefined || !/^C[A-Z0-9]{6}$/.test(id)) return known
    return { id, status: id.startsWith('CX') ? 'EXPIRED' : 'ACTIVE' }
  }

  /** Applies the effects of finished orders, each once, and returns those that have just ended. */
  advance(): Order[] {
    const ended = [...this.#orders.values()].filter((order) => !order.isDone && this.hasEnded(order))
    for (const order of ended) {
      order.isDone = true
      for (const number of this.completedOf(order)) this.#carryOut(order, number)
    }
    return ended
  }

  #carryOut(order: Order, number: string): void {
    const known = this.findNumber(number)
    if (order.wish === undefined) {
      if (known === undefined) this.putNumber({ number, isHosted: order.kind === 'hosted' })
    } else if (known !== undefined) {
      known.campaignId = order.wish.action === 'asSpecified' ? order.wish.campaignId : undefined
    }
  }

  #makeDemoOrder(id: string): Order | undefined {
    const demo = parseOrderId(id)
    if (demo === undefined) return undefined
    const number = makeNumber(demo.agencyId, demo.order)
    return this.addOrder({
      id,
      kind: demo.order === 'hosted' ? 'hosted' : 'standard',
      numbers: [number],
      ...(demo.order === 'pending' ? { processesAfter: 10, endsAfter: 30 } : {}),
      ...(demo.order === 'failed'
        ? {
            ends: 'FAILED',
            errors: [
              { code: '5005', description: 'The telephone number is unavailable.', numbers: [number] },
            ],
          }
        : {}),
    })
  }
}
