import { setTimeout as sleep } from 'node:timers/promises'
import type { Order, World } from './world.ts'
import { instant } from './answer.ts'
import { toDocument, tag } from './xml.ts'

/** What notifications show, unless told otherwise. */
export const webhookUser = { user: 'bandwidth', password: 'sandbox-only-webhook-password' }

/** Where notifications go, and what they show. */
export interface WebhookTargets {
  /** Address of the server without a slash at its end. */
  url: string
  user: string
  password: string
}

/** Milliseconds between the tries of one notification; Bandwidth goes on for 24 hours. */
const waits = [100, 500, 2_000, 10_000] as const
const answerMs = 10_000

/** Tells the server of orders and messages, again until it answers 2xx. */
export class Webhooks {
  readonly #world: World
  readonly #ends = new AbortController()
  readonly #sent: { path: string; status: number | null; body: string }[] = []
  targets: WebhookTargets | undefined

  constructor(world: World) {
    this.#world = world
  }

  /** Every try with the status it met; null where nobody answered. */
  get sent(): readonly { path: string; status: number | null; body: string }[] {
    return this.#sent
  }

  /** Tells of an order that has ended. */
  tellOrder(order: Order): void {
    const types = { standard: 'orders', hosted: 'importTnOrders', options: 'tnoptions' } as const
    const completed = this.#world.completedOf(order)
    const root = tag('Notification', [
      tag('Status', this.#world.statusOf(order)),
      tag('SubscriptionId', '390f3b1a-30ca-4a15-b3a7-7a0bd0f1a5a9'),
      tag('Message', order.errors[0]?.description ?? 'Created a new number order.'),
      tag('OrderId', order.id),
      tag('OrderType', types[order.kind]),
      tag('CustomerOrderId', order.wish?.customerOrderId),
      tag(
        'CompletedTelephoneNumbers',
        completed.map((number) => tag('TelephoneNumber', number)),
      ),
      tag('LastModifiedDate', instant(this.#world.now())),
    ])
    void this.#send('/webhooks/bandwidth/orders', 'application/xml', toDocument(root))
  }

  /** Tells of a message, with the array that Bandwidth posts. */
  tellMessages(events: readonly object[]): void {
    void this.#send('/webhooks/bandwidth/messages', 'application/json', JSON.stringify(events))
  }

  close(): void {
    this.#ends.abort()
  }

  async #send(path: string, type: string, body: string): Promise<void> {
    const { targets } = this
    if (targets === undefined) return
    const authorization = `Basic ${Buffer.from(`${targets.user}:${targets.password}`).toString('base64')}`
    for (const wait of [0, ...waits]) {
      try {
        await sleep(wait, undefined, { signal: this.#ends.signal })
      } catch {
        return
      }
      const status = await this.#try(`${targets.url}${path}`, { 'content-type': type, authorization }, body)
      this.#sent.push({ path, status, body })
      if (status !== null && status >= 200 && status < 300) return
    }
  }

  async #try(url: string, headers: Record<string, string>, body: string): Promise<number | null> {
    try {
      const signal = AbortSignal.any([this.#ends.signal, AbortSignal.timeout(answerMs)])
      const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
      await answer.body?.cancel()
      return answer.status
    } catch {
      return null
    }
  }
}
