import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import sendGrid from '@sendgrid/client'
import { EventWebhook, EventWebhookHeader } from '@sendgrid/eventwebhook'
import { callControl, type ControlRequest } from '@agency-support/sandbox/providers/control'
import { type SendGridEmulator, startSendGrid } from '@agency-support/sandbox/providers/sendgrid/start'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'

// The vendor's own client, unmodified: what works with the emulator works with SendGrid.
type Client = typeof sendGrid
const Client = sendGrid.constructor as new () => Client

let emulator: SendGridEmulator
beforeAll(async () => {
  emulator = await startSendGrid()
  await control('DELETE', '/suppressions')
})
afterEach(async () => {
  const { unknown } = await received()
  expect(unknown).toEqual([])
  await control('DELETE', '/received')
  await control('DELETE', '/suppressions')
})
afterAll(() => emulator.close())

const control = (...request: ControlRequest): Promise<unknown> => callControl(emulator.url, ...request)

async function received(): Promise<{ received: { url: string }[]; unknown: string[]; mails: object[] }> {
  return (await control('GET', '/received')) as never
}

function client(key = emulator.settings.keys['5x']): Client {
  const made = new Client()
  made.setApiKey(key)
  made.setDefaultRequest('baseUrl', emulator.settings.baseUrl)
  return made
}

const add = (list: string, more: object): Promise<unknown> =>
  control('POST', '/suppressions', { mode: '5x', list, ...more })

test('a list of three pages, newest first, and its beginning of an address', async () => {
  await add('bounces', { count: 1_203 })
  const seen: { email: string; created: number }[] = []
  for (let offset = 0; ; offset += 500) {
    const [{ headers }, page] = await client().request({
      url: '/v3/suppression/bounces',
      qs: { limit: 500, offset },
    })
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '6000' })
    seen.push(...(page as typeof seen))
    if ((page as typeof seen).length < 500) break
  }
  expect(new Set(seen.map(({ email }) => email)).size).toBe(1_203)
  expect((await received()).received).toHaveLength(3)
  const [, found] = await client().request({ url: '/v3/suppression/bounces', qs: { email: 'MADE0120' } })
  expect((found as typeof seen).map(({ email }) => email).sort()).toEqual([
    'made01200@many.example',
    'made01201@many.example',
    'made01202@many.example',
    'made01203@many.example',
  ])
})

test('one address in any case of letters, with the fields of its kind', async () => {
  const fields = {
    bounces: ['created', 'email', 'reason', 'status'],
    blocks: ['created', 'email', 'reason', 'status'],
    invalid_emails: ['created', 'email', 'reason'],
    spam_reports: ['created', 'email', 'ip'],
  }
  for (const [list, keys] of Object.entries(fields)) {
    await add(list, { emails: ['c+d@e.example'] })
    const [{ statusCode }, found] = await client().request({
      url: `/v3/suppression/${list}/${encodeURIComponent('C+D@e.example')}`,
    })
    expect([statusCode, Object.keys((found as object[])[0] ?? {})]).toEqual([200, keys])
  }
  const [, none] = await client().request({ url: '/v3/suppression/bounces/nobody%40e.example' })
  expect(none).toEqual([])
})

test('many deleted at once, one deleted without a body, a global unsubscribe made and lifted', async () => {
  await add('blocks', { emails: ['a@b.example', 'c@d.example', 'e@f.example'] })
  const blocks = '/v3/suppression/blocks'
  const [many, empty] = await client().request({
    method: 'DELETE',
    url: blocks,
    body: { emails: ['A@b.example', 'never@was.example'] },
  })
  expect([many.statusCode, empty]).toEqual([204, ''])
  const [one] = await client().request({ method: 'DELETE', url: `${blocks}/c%40d.example` })
  expect(one.statusCode).toBe(204)
  const [, left] = await client().request({ url: blocks })
  expect((left as { email: string }[]).map(({ email }) => email)).toEqual(['e@f.example'])
  const body = { recipient_emails: ['g@h.example'] }
  const unsubscribes = '/v3/asm/suppressions/global'
  const [made] = await client().request({ method: 'POST', url: unsubscribes, body })
  const [, held] = await client().request({ url: `${unsubscribes}/g%40h.example` })
  const [lifted] = await client().request({ method: 'DELETE', url: `${unsubscribes}/g%40h.example` })
  const [, gone] = await client().request({ url: `${unsubscribes}/g%40h.example` })
  expect([made.statusCode, held, lifted.statusCode, gone]).toEqual([
    201,
    { recipient_email: 'g@h.example' },
    204,
    {},
  ])
})

test('a wrong key, bad questions and being asked too often are answered as SendGrid answers them', async () => {
  const refused = async (work: Promise<unknown>): Promise<unknown> => {
    try {
      await work
    } catch (error) {
      return error
    }
    return expect.unreachable('it should have been refused')
  }
  const url = '/v3/suppression/bounces'
  expect(await refused(client('SG.another').request({ url }))).toMatchObject({
    code: 401,
    message: 'Unauthorized',
    response: { body: { errors: [{ field: null, message: 'authorization required' }] } },
  })
  for (const qs of [{ limit: 501 }, { limit: '0' }, { offset: -1 }, { page: 1 }])
    expect(await refused(client().request({ url, qs }))).toMatchObject({ code: 400 })
  for (const body of [{ emails: ['a@b.example'], delete_all: true }, {}])
    expect(await refused(client().request({ method: 'DELETE', url, body }))).toMatchObject({ code: 400 })
  await control('POST', '/fault', { kind: 'status', status: 429, headers: { 'retry-after': '7' } })
  expect(await refused(client().request({ url }))).toMatchObject({
    code: 429,
    message: 'Too Many Requests',
    response: {
      headers: { 'retry-after': '7' },
      body: { errors: [{ field: null, message: 'too many requests' }] },
    },
  })
})

test('a mail is taken and kept, a malformed one is refused with its field', async () => {
  const mail = {
    personalizations: [{ to: [{ email: 'ann@smith.example' }], custom_args: { agency_id: '7' } }],
    from: { email: 'support@agency.example' },
    subject: 'Your credentials',
    content: [{ type: 'text/plain', value: 'Hello' }],
  }
  const send = (body: object) => client().request({ method: 'POST', url: '/v3/mail/send', body })
  const [{ statusCode, headers }] = await send(mail)
  expect(statusCode).toBe(202)
  const { mails } = await received()
  expect(mails).toMatchObject([
    { mode: '5x', messageId: (headers as Record<string, string>)['x-message-id'], body: mail },
  ])
  await expect(send({ ...mail, subject: '' })).rejects.toMatchObject({
    code: 400,
    response: { body: { errors: [{ field: 'subject' }] } },
  })
})

test("the vendor's own check accepts our signatures and no other body", async () => {
  const taken: { body: string; headers: IncomingHttpHeaders; url: string }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      taken.push({ body, headers: request.headers, url: request.url ?? '' })
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  await control('POST', '/webhook', { url: `http://127.0.0.1:${port}` })
  const checking = new EventWebhook()
  for (const [mode, shown] of [
    ['5x', emulator.webhookEnv.SENDGRID_WEBHOOK_KEY_5X],
    ['6x', emulator.webhookEnv.SENDGRID_WEBHOOK_KEY_6X],
  ] as const) {
    const events = [{ event: 'bounce', type: 'blocked', email: 'a@b.example' }]
    expect(await control('POST', '/events', { mode, events })).toEqual({ status: 204 })
    const { body = '', headers = {}, url } = taken.at(-1) ?? {}
    expect([url, JSON.parse(body)]).toEqual([`/webhooks/sendgrid/${mode}`, events])
    const key = checking.convertPublicKeyToECDSA(shown)
    const signature = String(headers[EventWebhookHeader.SIGNATURE().toLowerCase()])
    const timestamp = String(headers[EventWebhookHeader.TIMESTAMP().toLowerCase()])
    expect(checking.verifySignature(key, body, signature, timestamp)).toBe(true)
    expect(checking.verifySignature(key, body.replace('a@', 'c@'), signature, timestamp)).toBe(false)
  }
})

test('what SendGrid does not have answers 501 and is remembered', async () => {
  await expect(client().request({ url: '/v3/suppression/bounced' })).rejects.toMatchObject({ code: 501 })
  expect((await received()).unknown).toEqual(['GET /v3/suppression/bounced'])
  await control('DELETE', '/received')
})
