import { createPublicKey, type KeyObject } from 'node:crypto'

/** What proves that a webhook's request is its provider's; null lets none in. */
export interface WebhookSettings {
  /** Keys under which SendGrid signs events, for each of its two accounts. */
  sendgrid5x: KeyObject | null
  sendgrid6x: KeyObject | null
  /** User and password with a colon between them, as Bandwidth is told them. */
  bandwidth: string | null
}

/** Reads them; `problem` is told each sentence of what is wrong. */
export function readWebhooks(
  env: Readonly<Record<string, string | undefined>>,
  problem: (sentence: string) => void,
): WebhookSettings {
  const readKey = (name: string): KeyObject | null => {
    const text = env[name]?.trim() ?? ''
    if (text === '') return null
    const key = toPublicKey(text)
    if (key === undefined)
      problem(`${name} must be the verification key as SendGrid shows it: base64 of a P-256 public key.`)
    return key ?? null
  }
  const bandwidth = env['BANDWIDTH_WEBHOOK_CREDENTIALS']?.trim() ?? ''
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
