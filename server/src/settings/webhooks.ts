import { createPublicKey, type KeyObject } from 'node:crypto'
import type { SettingReader } from './reader.ts'

/** What proves that a webhook request comes from its provider; null refuses all requests. */
export interface WebhookSettings {
  /** SendGrid's public keys for signed events, one for each of its two accounts. */
  sendgrid5x: KeyObject | null
  sendgrid6x: KeyObject | null
  /** Username and password separated by a colon, as configured at Bandwidth. */
  bandwidth: string | null
}

/** Reads the webhook settings. */
export function readWebhooks({ text, problem }: SettingReader): WebhookSettings {
  const readKey = (name: string): KeyObject | null => {
    const given = text(name, '')
    if (given === '') return null
    const key = toPublicKey(given)
    if (key === undefined)
      problem(`${name} must be the verification key as SendGrid shows it: base64 of a P-256 public key.`)
    return key ?? null
  }
  const bandwidth = text('BANDWIDTH_WEBHOOK_CREDENTIALS', '')
  if (bandwidth !== '' && !/^[^:\s]+:\S{16,}$/.test(bandwidth))
    problem('BANDWIDTH_WEBHOOK_CREDENTIALS must be a user, a colon and a password of at least 16 characters.')
  return {
    sendgrid5x: readKey('SENDGRID_WEBHOOK_KEY_5X'),
    sendgrid6x: readKey('SENDGRID_WEBHOOK_KEY_6X'),
    bandwidth: bandwidth === '' ? null : bandwidth,
  }
}

function toPublicKey(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined
  } catch {
    return undefined
  }
}
