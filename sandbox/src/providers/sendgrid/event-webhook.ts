import { generateKeyPairSync, sign } from 'node:crypto'
import { z } from 'zod'
import { type Mode, modes } from './suppressions.ts'

/** A post requested by a test. */
export const Posting = z.object({
  mode: z.enum(modes),
  events: z.array(z.looseObject({})),
  /** The signed timestamp; by default now. */
  at: z.coerce.date().optional(),
  /** Changes a byte of the body after signing. */
  forged: z.boolean().default(false),
})
export type Posting = z.infer<typeof Posting>

/** Posts mail events to a server, signed as by SendGrid, with a key per account. */
export class EventWebhook {
  readonly #pairs = {
    '5x': generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
    '6x': generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  }
  /** Address of the server; nothing is sent without it. */
  target: string | undefined

  /** The verification key in SendGrid's format. */
  getPublicKey(mode: Mode): string {
    return this.#pairs[mode].publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  }

  /** Posts events in one request. The status of the answer; null without a target. */
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
