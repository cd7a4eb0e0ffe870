import { products } from '@agency-support/contract/modules/products'
import { P } from '@agency-support/contract/permissions'
import { callControl } from '@agency-support/sandbox/providers/control'
import { type SendGridEmulator, startSendGrid } from '@agency-support/sandbox/providers/sendgrid/start'
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { createProduct, createVendor, productSettings } from '../../../test/products.ts'
import { sandboxConfig } from '../../settings/config.ts'
import { KeyRing } from '../../settings/key-ring.ts'
import { reencryptProductSecrets } from './reencrypt-secrets.ts'

let emulator: SendGridEmulator
let server: TestServer
let manager: TestClient
beforeAll(async () => {
  emulator = await startSendGrid()
  server = await testServer({
    config: { sendGrid: { ...emulator.settings, from: 'support@agency.example' } },
  })
  manager = await server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
})
afterAll(async () => {
  await server.close()
  await emulator.close()
})

const create = async (by: TestClient, name: string, email: string): Promise<number> => {
  const vendorId = await createVendor(by, `Vendor of ${name}`, email)
  return (await createProduct(by, productSettings(name, vendorId))).id
}
const read = async (productId: number) => (await manager.call(products.product, { productId })).data[0]
const refresh = (productId: number, key?: string) =>
  manager.call(products.refreshSecretKey, { productId }, key === undefined ? {} : { 'idempotency-key': key })
const mails = async (): Promise<{ body: { content: { value: string }[] } }[]> =>
  ((await callControl(emulator.url, 'GET', '/received')) as { mails: never }).mails

test('[PRODUCTS-19] [MKT-39] [MKT-40] a refresh ends the old secret and shows the new one once; it stands nowhere else', async () => {
  const id = await create(manager, 'Sealed', 'api@sealed.example')
  expect((await read(id))?.apiCredentials).toBeNull()
  const first = (await refresh(id)).data[0]
  const second = await refresh(id, 'key-of-the-second')
  const [shown] = second.data
  if (first === undefined || shown === undefined) throw new Error('not refreshed')
  expect(shown.secretKey).not.toBe(first.secretKey)
  expect(shown.apiCredentials).toEqual({
    apiKey: first.apiCredentials.apiKey,
    secretKeyLast4: shown.secretKey.slice(-4),
  })
  // With its version too: a later save that carries another one would undo what others save meanwhile.
  expect(await read(id)).toEqual(shown.product)
  const repeated = await refresh(id, 'key-of-the-second')
  expect([repeated.code, repeated.text.includes(shown.secretKey)]).toEqual([409, false])
  expect((await read(id))?.apiCredentials).toEqual(shown.apiCredentials)
  const everything = await server.db.read
    .selectFrom('journal')
    .selectAll()
    .where('event', 'like', 'products.%')
    .execute()
  const { apiKey } = first.apiCredentials
  expect(everything.filter(({ event }) => event === 'products.secretRefreshed')).toMatchObject([
    { subject: 'Sealed', after: { apiKey } },
    { subject: 'Sealed', after: { apiKey } },
  ])
  const stored = await server.db.read.selectFrom('product').selectAll().execute()
  const kept = await server.db.read.selectFrom('idempotency').selectAll().execute()
  const text =
    JSON.stringify([everything, kept, (await manager.call(products.list, {})).text]) + toAscii(stored)
  for (const { secretKey } of [first, shown]) expect(text).not.toContain(secretKey)
  // The log knows what was shown once.
  expect(server.logSecrets.find()).toBeUndefined()
})

function toAscii(rows: object[]): string {
  return rows.flatMap((row) => Object.values(row).map(String)).join(' ')
}

test('[MKT-40] without a recent sign-in the refresh asks for one', async () => {
  const id = await create(manager, 'Recent', '')
  const other = await server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
  server.clock.turn(16 * 60)
  const asked = await other.call(products.refreshSecretKey, { productId: id })
  expect([asked.code, (await read(id))?.apiCredentials]).toEqual([428, null])
  server.clock.turn(-16 * 60)
})

test('[PRODUCTS-20] [MKT-23] [MKT-24] a resend mails key and secret to the vendor once, and is refused with the reason', async () => {
  const id = await create(manager, 'Mailed', 'api@mailed.example')
  const resend = (productId: number) => manager.call(products.resendCredentials, { productId })
  const early = await resend(id)
  expect([early.code, early.message]).toEqual([409, 'This product has no API credentials.'])
  expect((await read(id))?.whyNotResend).toBe('This product has no API credentials.')
  const [made] = (await refresh(id)).data
  expect((await read(id))?.whyNotResend).toBe('')
  expect((await resend(id)).code).toBe(0)
  const sent = await mails()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    mode: '5x',
    body: {
      from: { email: 'support@agency.example' },
      personalizations: [{ to: [{ email: 'api@mailed.example' }] }],
      subject: 'API credentials of Mailed',
    },
  })
  const value = sent[0]?.body.content[0]?.value
  expect(value).toContain(made?.apiCredentials.apiKey)
  expect(value).toContain(made?.secretKey)
  const mute = await create(manager, 'Mute', '')
  await refresh(mute)
  const noEmail = await resend(mute)
  expect([noEmail.code, noEmail.message]).toEqual([409, 'Its vendor has no email address.'])
  expect(await mails()).toHaveLength(1)
  const rows = await server.db.read
    .selectFrom('journal')
    .select('after')
    .where('event', '=', 'products.credentialsSent')
    .execute()
  expect(rows).toEqual([{ after: { to: 'api@mailed.example', apiKey: made?.apiCredentials.apiKey } }])
})

test('[MKT-23] nothing but a resend mails anything: no other call of products does, and no other source could', async () => {
  const before = (await mails()).length
  const id = await create(manager, 'Quietly changed', 'api@quietly.example')
  expect((await refresh(id)).code).toBe(0)
  expect((await refresh(id)).code).toBe(0)
  expect((await manager.call(products.setDataSharing, { productId: id, dataSharingOptIn: true })).code).toBe(
    0,
  )
  expect((await manager.call(products.remove, { productId: id })).code).toBe(0)
  expect(await mails()).toHaveLength(before)
  const root = join(import.meta.dirname, '../..')
  const senders = globSync('**/*.ts', { cwd: root, exclude: (path) => path.includes('.test.') })
    .filter((path) => /\bsendMail\b|mail\/send/.test(readFileSync(join(root, path), 'utf8')))
    .toSorted()
  expect(senders).toEqual(['modules/marketplace/credentials.ts', 'providers/sendgrid.ts'])
})

test('[MKT-24] without MAIL_FROM nothing is mailed, and it is said so first of all', async () => {
  await using quiet = await testServer({ config: { sendGrid: { ...emulator.settings, from: '' } } })
  const client = await quiet.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
  const productId = await create(client, 'Quiet', 'api@quiet.example')
  const { code, message } = await client.call(products.resendCredentials, { productId })
  expect([code, message]).toEqual([409, 'Mail is not set up.'])
  const { data } = await client.call(products.product, { productId })
  expect(data[0]?.whyNotResend).toBe('Mail is not set up.')
})

test('a mail that SendGrid refuses is reported as a failure, and nothing is recorded', async () => {
  const id = await create(manager, 'Refused', 'api@refused.example')
  await refresh(id)
  const fault = { endpoint: 'send', kind: 'status', status: 500, times: 1 }
  await callControl(emulator.url, 'POST', '/fault', fault)
  const failed = await manager.call(products.resendCredentials, { productId: id })
  expect([failed.code, failed.message]).toEqual([503, 'SendGrid cannot be reached at the moment.'])
  const rows = await server.db.read
    .selectFrom('journal')
    .select('seq')
    .where('event', '=', 'products.credentialsSent')
    .where('subject', '=', 'Refused')
    .execute()
  expect(rows).toEqual([])
})

test.each([200, 502, 504])(
  'a mail for which something in front of SendGrid answers with %i may have been sent: that is said and recorded',
  async (status) => {
    const name = `Behind ${status}`
    const id = await create(manager, name, 'api@behind.example')
    await refresh(id)
    const fault = { endpoint: 'send', kind: 'status', status, times: 1 }
    await callControl(emulator.url, 'POST', '/fault', fault)
    const unclear = await manager.call(products.resendCredentials, { productId: id })
    expect([unclear.code, unclear.message]).toEqual([503, expect.stringContaining('may have been sent')])
    const rows = await server.db.read
      .selectFrom('journal')
      .select('after')
      .where('event', '=', 'products.credentialsSent')
      .where('subject', '=', name)
      .execute()
    expect(rows).toMatchObject([{ after: { to: 'api@behind.example' } }])
  },
)

test('a mail whose answer is lost may have been sent: that is said and recorded', async () => {
  const id = await create(manager, 'Unclear', 'api@unclear.example')
  await refresh(id)
  const before = (await mails()).length
  await callControl(emulator.url, 'POST', '/fault', { endpoint: 'send', kind: 'lost', times: 1 })
  const unclear = await manager.call(products.resendCredentials, { productId: id })
  expect([unclear.code, unclear.message]).toEqual([
    503,
    'SendGrid cannot be reached at the moment. The mail may have been sent: ask the vendor before you send it again.',
  ])
  expect(await mails()).toHaveLength(before + 1)
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['after', 'reason'])
    .where('event', '=', 'products.credentialsSent')
    .where('subject', '=', 'Unclear')
    .execute()
  expect(rows).toMatchObject([
    {
      after: { to: 'api@unclear.example' },
      reason: 'SendGrid gave no clear answer: the mail may not have been sent.',
    },
  ])
})

test('a change of SECRET_KEY takes the secrets of products along; one that no key opens is named', async () => {
  const id = await create(manager, 'Rotated', 'api@rotated.example')
  await refresh(id)
  const [old] = sandboxConfig({ databaseUrl: server.database.url }).secretKeys.all
  if (old === undefined) throw new Error('there is a key')
  const keys = new KeyRing('SECRET_KEY', [randomBytes(32), old.key])
  const context = () => ({
    at: server.clock.now(),
    actor: { kind: 'system' as const, name: 'cli', sessionId: null },
    requestId: null,
  })
  const changed = await reencryptProductSecrets(server.db, keys, context)
  expect(changed.unreadable).toEqual([])
  expect(changed.products).toBeGreaterThan(0)
  const again = await reencryptProductSecrets(server.db, keys, context)
  expect(again).toEqual({ products: 0, unreadable: [] })
  const lost = await reencryptProductSecrets(server.db, new KeyRing('SECRET_KEY', [randomBytes(32)]), context)
  expect(lost.unreadable).toContain('Rotated')
  // Restores the key for the other tests.
  await reencryptProductSecrets(server.db, new KeyRing('SECRET_KEY', [old.key, keys.newest.key]), context)
})

test('a product that is deleted leaves neither key nor secret behind', async () => {
  const id = await create(manager, 'Going', 'api@going.example')
  await refresh(id)
  expect((await manager.call(products.remove, { productId: id })).code).toBe(0)
  const row = await server.db.read
    .selectFrom('product')
    .select(['api_key', 'api_secret', 'api_secret_last4'])
    .where('product_id', '=', id)
    .executeTakeFirst()
  expect(row).toEqual({ api_key: null, api_secret: null, api_secret_last4: null })
})
