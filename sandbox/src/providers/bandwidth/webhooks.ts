import { setTimeout as sleep } from 'node:timers/promises'
import type { Order, World } from './world.ts'
import { instant } from './answer.ts'
import { toDocument, tag } from './xml.ts'

/** Default credentials of notifications. */
export const webhookUser = { user: 'bandwidth', password: 'sandbox-only-webhook-password' }

/** Target and credentials of notifications. */
export interface WebhookTargets {
  /** Address of the server without a trailing slash. */
  url: string
  user: string
  password: string
}

/** Milliseconds between the retries of messages' events; Bandwidth retries for 24 hours. */
const waits = [100, 500, 2_000, 10_000] as const
const answerMs = 10_000

/** Notifies the server of orders, each once like Bandwidth, and of messages until it answers 2xx. */
export class Webhooks {
  readonly #world: World
  readonly #ends = new AbortController()
  readonly #sent: { path: string; status: number | null; body: string }[] = []
  targets: WebhookTargets | undefined

  constructor(world: World) {
    this.#world = world
  }

  /** All attempts with their status; null without an answer. */
  get sent(): readonly { path: string; status: number | null; body: string }[] {
    return this.#sent
  }

  /** Notifies the server of an ended order. */
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

  /** Notifies the server of a message, with the array that Bandwidth posts. */
  tellMessages(events: readonly object[]): void {
    void this.#sendUntilTaken('/webhooks/bandwidth/messages', 'application/json', JSON.stringify(events))
  }

  close(): void {
    this.#ends.abort()
  }

  async #sendUntilTaken(path: string, type: string, body: string): Promise<void> {
    for (const wait of [0, ...waits]) {
      try {
        await sleep(wait, undefined, { signal: this.#ends.signal })
      } catch {
        return
      }
      if (await this.#send(path, type, body)) return
    }
  }

  /** True if it was taken, or if there is no server to take it. */
  async #send(path: string, type: string, body: string): Promise<boolean> {
    const { targets } = this
    if (targets === undefined) return true
    const authorization = `Basic ${Buffer.from(`${targets.user}:${targets.password}`).toString('base64')}`
    const status = await this.#try(`${targets.url}${path}`, { 'content-type': type, authorization }, body)
    this.#sent.push({ path, status, body })
    return status !== null && status >= 200 && status < 300
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
