import type { Proof } from '@agency-support/contract/wire'
import { hash, timingSafeEqual, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { WebhookSettings } from '../settings/webhooks.ts'

/** A provider's request: its headers, and the bytes of its body. */
interface HookRequest {
  headers: IncomingHttpHeaders
  bytes: Buffer
  now: Date
}

const signatureHeader = 'x-twilio-email-event-webhook-signature'
const timestampHeader = 'x-twilio-email-event-webhook-timestamp'
/** SendGrid names no limit; an older signature may be a replay. */
const maxSkewSeconds = 10 * 60

/** False if a request carries no proof at all, so that its body need not be read. */
export function isProofShown(proof: Proof, headers: IncomingHttpHeaders): boolean {
  return headers[proof === 'bandwidth' ? 'authorization' : signatureHeader] !== undefined
}

/** True if the provider itself sent this; always false if its setting is missing. */
export function isProven(settings: WebhookSettings, proof: Proof, request: HookRequest): boolean {
  if (proof === 'bandwidth') return showsCredentials(settings.bandwidth, request.headers.authorization)
  return isSigned(settings[proof], request)
}

function isSigned(key: WebhookSettings['sendgrid5x'], { headers, bytes, now }: HookRequest): boolean {
  const timestamp = headers[timestampHeader]
  const signature = headers[signatureHeader]
  if (key === null || typeof timestamp !== 'string' || typeof signature !== 'string') return false
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > maxSkewSeconds) return false
  const signed = Buffer.concat([Buffer.from(timestamp), bytes])
  return verify('sha256', signed, key, Buffer.from(signature, 'base64'))
}

function showsCredentials(credentials: string | null, shown = ''): boolean {
  const [scheme = '', encoded = ''] = shown.split(' ', 2)
  if (credentials === null || scheme.toLowerCase() !== 'basic') return false
  const digest = (text: string | Buffer): Buffer => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(credentials), digest(Buffer.from(encoded, 'base64')))
}
