import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { firstEndStatus } from '@agency-support/contract/rules/texting'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import type { Got } from '../../../test/exchange.ts'
import { type TextingServer, useTextingServer } from '../../../test/texting.ts'
import { until } from '../../../test/until.ts'
import { webhookProof } from '../../../test/webhooks.ts'
import { addUnassigned } from './message-event-store.ts'
import { lockTextsOf } from './message-store.ts'

const world = useTextingServer()
let manager: TestClient
let sender: TestClient
let agency: Awaited<ReturnType<TextingServer['newAgency']>>
beforeAll(async () => {
  manager = await world.server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
  sender = await world.server.as(null)
  agency = await world.newAgency()
})

const proof = webhookProof('bandwidth', '', new Date())

function post(
  what: 'messages' | 'orders',
  body: unknown,
  shown: Record<string, string> = proof,
): Promise<Got> {
  const type = what === 'orders' ? 'application/xml' : 'application/json; charset=utf-8'
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return sender.send({
    method: 'POST',
    path: `/webhooks/bandwidth/${what}`,
    headers: { 'content-type': type, ...shown },
    body: text,
  })
}

const start = Date.parse('2026-11-20T08:00:00Z')
const toEvent = (type: string, id: string, second: number, more: object = {}, message: object = {}) => ({
  type,
  time: new Date(start + second * 1_000).toISOString(),
  description: 'made up',
  to: '+13855550100',
  ...more,
  message: {
    id,
    owner: `+1${agency.phone}`,
    applicationId: 'application-1',
    time: new Date(start).toISOString(),
    segmentCount: 1,
    direction: 'out',
    to: ['+13855550100'],
    from: `+1${agency.phone}`,
    text: '',
    ...message,
  },
})
const kept = (id: string) =>
  world.server.db.read
    .selectFrom('text_message')
    .select(['agency_id', 'status', 'error_code', 'text', 'ext_phone'])
    .where('bandwidth_message_id', '=', id)
    .execute()

async function newMessage(
  id: string,
  told: { ownId?: string; at?: Date; status?: number } = {},
): Promise<void> {
  const events = [
    {
      id: told.ownId ?? `own-${id}`,
      at: (told.at ?? new Date(start)).toISOString(),
      bandwidthMessageId: id,
      source: 0,
      intPhone: agency.phone,
      extPhone: '3855550100',
      type: 0,
      status: told.status ?? 0,
      text: 'See you Monday',
    },
  ]
  await agency.software.call(texting.reportMessages, { events })
}

test('[PROV-02] without credentials, or with wrong ones, nothing is stored', async () => {
  const basic = (shown: string) => `Basic ${Buffer.from(shown).toString('base64')}`
  const configured = Buffer.from((proof['authorization'] ?? '').split(' ')[1] ?? '', 'base64').toString()
  const [user = '', secret = ''] = configured.split(':')
  // Of a shape that is taken with the right credentials.
  const sent = {
    messages: [toEvent('message-sent', 'forged', 1)],
    orders: '<Notification><Status>COMPLETE</Status><OrderId>forged</OrderId></Notification>',
  }
  const kinds = ['messages', 'orders'] as const
  for (const what of kinds)
    for (const shown of [
      {},
      { authorization: basic(`${user}:another-password-1`) },
      { authorization: basic(`somebody:${secret}`) },
      { authorization: basic(`${user}:`) },
      { authorization: 'Bearer x' },
    ])
      expect((await post(what, sent[what], shown as Record<string, string>)).status, what).toBe(401)
  expect(await kept('forged')).toEqual([])
  for (const what of kinds) expect((await post(what, sent[what])).status, what).toBe(204)
  expect(await kept('forged')).toHaveLength(1)
})

test('[PROV-03] [PROV-04] without cookie or origin, what became of a message is stored once, in the order of its events however they come', async () => {
  await newMessage('bw-1')
  const delivered = toEvent('message-delivered', 'bw-1', 30)
  const answer = await post('messages', [delivered, toEvent('message-sending', 'bw-1', 10)])
  expect([answer.status, answer.body]).toEqual([204, ''])
  expect(await kept('bw-1')).toMatchObject([
    { agency_id: agency.agencyId, status: 2, text: 'See you Monday' },
  ])
  await post('messages', [toEvent('message-failed', 'bw-1', 20, { errorCode: 4720 })])
  await post('messages', [delivered, delivered])
  expect(await kept('bw-1')).toMatchObject([{ status: 2, error_code: 0 }])
})

test('of two ends at the same instant the failure counts, in whichever order they come', async () => {
  const ends = (id: string) => [
    toEvent('message-delivered', id, 10),
    toEvent('message-failed', id, 10, { errorCode: 4720 }),
  ]
  for (const [id, order] of [
    ['bw-same-1', ends('bw-same-1')],
    ['bw-same-2', ends('bw-same-2').reverse()],
  ] as const) {
    await newMessage(id)
    for (const event of order) await post('messages', [event])
    expect(await kept(id)).toMatchObject([{ status: 3, error_code: 4720 }])
  }
})

test('a failure has its code, and a receipt that did not come in time is a warning', async () => {
  await newMessage('bw-2')
  await newMessage('bw-3')
  await post('messages', [
    toEvent('message-failed', 'bw-2', 10, { errorCode: 4720 }),
    toEvent('message-failed', 'bw-3', 10, { errorCode: '9902' }),
  ])
  expect(await kept('bw-2')).toMatchObject([{ status: 3, error_code: 4720 }])
  expect(await kept('bw-3')).toMatchObject([{ status: 4, error_code: 9902 }])
})

test('[PROV-03] a message that nobody reported is kept for nobody, once, until its agency reports it, which learns its state', async () => {
  const received = toEvent(
    'message-received',
    'bw-4',
    5,
    {},
    { direction: 'in', from: '+13855550177', text: 'Hello' },
  )
  for (let time = 0; time < 2; time += 1) expect((await post('messages', [received])).status).toBe(204)
  expect(await kept('bw-4')).toEqual([
    { agency_id: null, status: 2, error_code: 0, text: 'Hello', ext_phone: '+13855550177' },
  ])
  await newMessage('bw-4')
  expect(await kept('bw-4')).toMatchObject([
    { agency_id: agency.agencyId, status: 2, text: 'See you Monday', ext_phone: '3855550100' },
  ])
})

test('a message that was reported before takes no other’s state, which waits for the message it is of', async () => {
  await newMessage('bw-known')
  await post('messages', [toEvent('message-delivered', 'bw-later', 5)])
  await newMessage('bw-later', { ownId: 'own-bw-known' })
  expect(await kept('bw-later')).toMatchObject([{ agency_id: null }])
  await newMessage('bw-later')
  expect(await kept('bw-later')).toMatchObject([{ agency_id: agency.agencyId, status: firstEndStatus }])
})

/** Sends something while another request has stored, and not yet committed, that this message is being sent. */
async function whileSending(id: string, send: () => Promise<unknown>): Promise<void> {
  const { db } = world.server
  const sent = await db.write.transaction().execute(async (tx) => {
    await lockTextsOf(tx, [agency.phone])
    const message = { source: 0, intPhone: agency.phone, extPhone: '+13855550100', text: '' }
    await addUnassigned(tx, message, { id, status: 0, errorCode: 0, at: new Date(start) })
    const running = send()
    await until('it waits', async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db.write)
      return rows[0]?.waiting === 1
    })
    return { running }
  })
  await sent.running
}

test('of two events at the same time none is lost', async () => {
  await whileSending('bw-7', () => post('messages', [toEvent('message-delivered', 'bw-7', 5)]))
  expect(await kept('bw-7')).toMatchObject([{ agency_id: null, status: 2 }])
})

test('an event and the report of its agency at the same time are stored as one message', async () => {
  await whileSending('bw-8', () => newMessage('bw-8'))
  expect(await kept('bw-8')).toMatchObject([{ agency_id: agency.agencyId, text: 'See you Monday' }])
})

test('an agency does not get the state of a message of another number', async () => {
  const other = { owner: '+13855550199', from: '+13855550199' }
  await post('messages', [toEvent('message-failed', 'bw-5', 5, { errorCode: 4720 }, other)])
  await newMessage('bw-5')
  expect(new Map((await kept('bw-5')).map((row) => [row.agency_id, row.status]))).toEqual(
    new Map([
      [null, 3],
      [agency.agencyId, 0],
    ]),
  )
})

describe('a text of an agency whose clock is minutes ahead', () => {
  const ahead = (minutes: number) => new Date(world.server.clock.now().getTime() + minutes * 60_000)
  const second = () => (world.server.clock.now().getTime() - start) / 1_000
  const states = async (id: string) => (await kept(id)).map(({ status, error_code }) => [status, error_code])

  test('gets the state that the provider reports after it, and keeps it', async () => {
    await newMessage('fast-1', { at: ahead(4) })
    await post('messages', [toEvent('message-sent', 'fast-1', second() + 1)])
    expect(await states('fast-1')).toEqual([[1, 0]])
    await post('messages', [toEvent('message-delivered', 'fast-1', second() + 2)])
    expect(await states('fast-1')).toEqual([[2, 0]])
    await post('messages', [toEvent('message-sending', 'fast-1', second() + 3)])
    expect(await states('fast-1')).toEqual([[2, 0]])
  })

  test('gets the state that the provider had reported before it', async () => {
    await post('messages', [toEvent('message-failed', 'fast-2', second() - 5, { errorCode: 4720 })])
    await newMessage('fast-2', { at: ahead(4) })
    expect(await states('fast-2')).toEqual([[3, 4720]])
    await post('messages', [toEvent('message-sending', 'fast-3', second() - 5)])
    await newMessage('fast-3', { at: ahead(4), status: 1 })
    expect(await states('fast-3')).toEqual([[1, 0]])
  })

  test('has no state from after its report, so that the provider’s later end counts', async () => {
    await newMessage('fast-4', { at: ahead(4), status: 3 })
    const { status_at } = await world.server.db.read
      .selectFrom('text_message')
      .select('status_at')
      .where('bandwidth_message_id', '=', 'fast-4')
      .executeTakeFirstOrThrow()
    expect(status_at).toEqual(world.server.clock.now())
    await post('messages', [toEvent('message-delivered', 'fast-4', second() + 2)])
    expect(await states('fast-4')).toEqual([[2, 0]])
    await post('messages', [toEvent('message-failed', 'fast-4', second() + 1, { errorCode: 4720 })])
    expect(await states('fast-4')).toEqual([[2, 0]])
    await post('messages', [toEvent('message-failed', 'fast-5', second() + 1, { errorCode: 4720 })])
    await newMessage('fast-5', { at: ahead(4), status: 2 })
    expect(await states('fast-5')).toEqual([[3, 4720]])
  })
})

test.each([
  ['messages', '{"type":'],
  ['messages', '{}'],
  ['messages', [{ type: 'message-sent' }]],
  ['messages', [{ type: 'message-sent', time: 'now', message: {} }]],
  ['orders', ''],
  ['orders', '<html/>'],
  ['orders', '<Notification><Status>COMPLETE</Status></Notification>'],
  ['orders', '<Notification><OrderId>../x</OrderId></Notification>'],
] as const)('[PROV-03] another shape of %s is refused', async (what, body) => {
  expect((await post(what, body)).status).toBe(400)
})

test('[PROV-03] a body above 4 MB is refused, and what is not about a message’s way is taken', async () => {
  expect((await post('messages', `["${'x'.repeat(4 * 1024 * 1024)}"]`)).status).toBe(413)
  expect((await post('messages', [toEvent('message-read', 'bw-9', 1)])).status).toBe(204)
  expect(await kept('bw-9')).toEqual([])
})

test('[PROV-03] the end of an order wakes the change of number that waits for it', async () => {
  const { agencyId } = await world.newAgency()
  const phoneNumber = '3855550123'
  const order = { id: 'pending-1', kind: 'standard', numbers: [phoneNumber], endsAfter: 3_600 }
  await world.switches.set('orders', order)
  await manager.call(texting.setPhone, { agencyId, phoneNumber, orderId: order.id, isStandardOrder: true })
  const next = async () =>
    (await manager.call(texting.work, { agencyId })).data[0]?.number?.nextAttemptAt ?? ''
  const now = () => world.server.clock.now().toISOString()
  await until('it waits', async () => (await next()) > now())
  await world.switches.set('clock', { turn: 3_600 })
  const notification = `<?xml version="1.0"?><Notification><Status>COMPLETE</Status><OrderId>${order.id}</OrderId></Notification>`
  expect((await post('orders', notification)).status).toBe(204)
  await until('the number has come', async () => {
    const { data } = await manager.call(texting.agency, { agencyId })
    return data[0]?.phones[0]?.phone === phoneNumber
  })
  expect((await post('orders', notification)).status).toBe(204)
})
