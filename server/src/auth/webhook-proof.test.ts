import { generateKeyPairSync, sign } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createReader } from '../settings/reader.ts'
import { readWebhooks, type WebhookSettings } from '../settings/webhooks.ts'
import { isProofShown, isProven } from './webhook-proof.ts'

const now = new Date('2026-11-22T10:00:00Z')
const seconds = now.getTime() / 1000
const bytes = Buffer.from('[{"event":"delivered"}]')

function makeKeys(namedCurve = 'prime256v1') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve })
  return { shown: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'), privateKey }
}

describe("SendGrid's signature", () => {
  const own = makeKeys()
  const other = makeKeys()
  let settings: WebhookSettings
  beforeEach(() => {
    settings = readWebhooks(
      createReader(
        { SENDGRID_WEBHOOK_KEY_5X: own.shown, SENDGRID_WEBHOOK_KEY_6X: other.shown },
        expect.unreachable,
      ),
    )
  })

  function signed(at: number, body = bytes, key = own.privateKey) {
    const timestamp = String(at)
    const signature = sign('sha256', Buffer.concat([Buffer.from(timestamp), body]), key).toString('base64')
    return {
      'x-twilio-email-event-webhook-timestamp': timestamp,
      'x-twilio-email-event-webhook-signature': signature,
    }
  }
  const holds = (headers: Record<string, string>, body = bytes) =>
    isProven(settings, 'sendgrid5x', { headers, bytes: body, now })

  test('holds over timestamp and body, up to ten minutes off', () => {
    for (const off of [0, 600, -600]) expect(holds(signed(seconds + off))).toBe(true)
    for (const off of [601, -601]) expect(holds(signed(seconds + off))).toBe(false)
  })

  test('does not hold for another body, timestamp, key or account', () => {
    expect(holds(signed(seconds), Buffer.from('[{"event":"delivered" }]'))).toBe(false)
    expect(holds({ ...signed(seconds), 'x-twilio-email-event-webhook-timestamp': String(seconds + 1) })).toBe(
      false,
    )
    expect(holds(signed(seconds, bytes, other.privateKey))).toBe(false)
    expect(isProven(settings, 'sendgrid6x', { headers: signed(seconds), bytes, now })).toBe(false)
    for (const signature of ['', 'AAAA', '%%%', 'é'])
      expect(holds({ ...signed(seconds), 'x-twilio-email-event-webhook-signature': signature })).toBe(false)
    for (const timestamp of ['', '-1', '1e9', '9'.repeat(30)])
      expect(holds({ ...signed(seconds), 'x-twilio-email-event-webhook-timestamp': timestamp })).toBe(false)
  })

  test('nothing is let in without the setting', () => {
    settings = readWebhooks(createReader({}, expect.unreachable))
    expect(holds(signed(seconds))).toBe(false)
  })

  test('a key of another curve or none at all is refused at the start', () => {
    const problems: string[] = []
    readWebhooks(
      createReader(
        { SENDGRID_WEBHOOK_KEY_5X: makeKeys('secp384r1').shown, SENDGRID_WEBHOOK_KEY_6X: 'no key' },
        (sentence) => problems.push(sentence),
      ),
    )
    expect(problems).toEqual(
      ['5X', '6X'].map(
        (mode) =>
          `SENDGRID_WEBHOOK_KEY_${mode} must be the verification key as SendGrid shows it: base64 of a P-256 public key.`,
      ),
    )
  })
})

describe("Bandwidth's credentials", () => {
  const settings = readWebhooks(
    createReader({ BANDWIDTH_WEBHOOK_CREDENTIALS: 'hook:0123456789abcdef' }, expect.unreachable),
  )
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const holds = (authorization?: string) =>
    isProven(settings, 'bandwidth', { headers: { authorization }, bytes, now })

  test('hold when they are the configured ones, and no others', () => {
    expect(holds(basic('hook:0123456789abcdef'))).toBe(true)
    for (const wrong of ['hook:0123456789abcdeF', 'hook', '', 'hook:0123456789abcdef '])
      expect(holds(basic(wrong))).toBe(false)
    for (const shown of [undefined, '', 'Basic', 'Bearer aG9vazowMTIzNDU2Nzg5YWJjZGVm'])
      expect(holds(shown)).toBe(false)
  })

  test('nothing is let in without the setting, and a short password is refused at the start', () => {
    const none = readWebhooks(createReader({}, expect.unreachable))
    expect(isProven(none, 'bandwidth', { headers: { authorization: basic(':') }, bytes, now })).toBe(false)
    const problems: string[] = []
    readWebhooks(
      createReader({ BANDWIDTH_WEBHOOK_CREDENTIALS: 'hook:short' }, (sentence) => problems.push(sentence)),
    )
    expect(problems).toEqual([
      'BANDWIDTH_WEBHOOK_CREDENTIALS must be a user, a colon and a password of at least 16 characters.',
    ])
  })
})

test('a request that shows nothing need not be read', () => {
  expect(isProofShown('bandwidth', {})).toBe(false)
  expect(isProofShown('sendgrid5x', { authorization: 'Basic x' })).toBe(false)
  expect(isProofShown('sendgrid6x', { 'x-twilio-email-event-webhook-signature': 'x' })).toBe(true)
})
