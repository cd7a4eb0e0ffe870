import type { Proof } from '@agency-support/contract/wire'
import { generateKeyPairSync, sign } from 'node:crypto'
import type { WebhookSettings } from '../src/settings/webhooks.ts'

const keys = {
  sendgrid5x: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  sendgrid6x: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
}
const bandwidth = 'bandwidth:test-only-password'

/** What a test server knows the providers by. */
export const testWebhooks: WebhookSettings = {
  sendgrid5x: keys.sendgrid5x.publicKey,
  sendgrid6x: keys.sendgrid6x.publicKey,
  bandwidth,
}

/** The headers by which a provider shows that this body is its own, at this instant. */
export function webhookProof(proof: Proof, body: string | Buffer, at: Date): Record<string, string> {
  if (proof === 'bandwidth') return { authorization: `Basic ${Buffer.from(bandwidth).toString('base64')}` }
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signed = Buffer.concat([Buffer.from(timestamp), Buffer.from(body)])
  return {
    'x-twilio-email-event-webhook-timestamp': timestamp,
    'x-twilio-email-event-webhook-signature': sign('sha256', signed, keys[proof].privateKey).toString(
      'base64',
    ),
  }
}
