import { generateKeyPairSync, sign } from 'node:crypto'
import { z } from 'zod'
import { type Mode, modes } from './suppressions.ts'

/** A posting that a test asks for. */
export const Posting = z.object({
  mode: z.enum(modes),
  events: z.array(z.looseObject({})),
  /** The instant that is signed; now without it. */
  at: z.coerce.date().optional(),
  /** The body is changed by a byte after it was signed. */
  forged: z.boolean().default(false),
})
export type Posting = z.infer<typeof Posting>

/** Tells a server of the events of mails, signed as SendGrid signs them, by a key of each account. */
export class EventWebhook {
  readonly #pairs = {
    '5x': generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
    '6x': generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  }
  /** Where the server is; nothing is told without it. */
  target: string | undefined

  /** The key to check signatures with, as SendGrid shows it. */
  getPublicKey(mode: Mode): string {
    return this.#pairs[mode].publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  }

  /** Posts events in one request. The status of the answer; null where nobody is told. */
  async post({ mode, events, at, forged }: Posting, now: Date): Promise<number | null> {
    if (this.target === undefined) return null
    const body = JSON.stringify(events)
    const timestamp = String(Math.floor((at ?? now).getTime() / 1000))
    const signature = sign('sha256', Buffer.from(timestamp + body), this.#pairs[mode].privateKey)
    const answer = await fetch(`${this.target}/webhooks/sendgrid/${mode}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-twilio-email-event-webhook-timestamp': timestamp,
        'x-twilio-email-event-webhook-signature': signature.toString('base64'),
      },
      body: forged ? `${body} ` : body,
    })
    await answer.body?.cancel()
    return answer.status
  }
}
