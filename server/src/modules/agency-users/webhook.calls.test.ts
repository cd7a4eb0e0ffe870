import { agencyUsers, type EmailEvent } from '@agency-support/contract/modules/agency-users'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { countDeletions } from '../../../test/deletions.ts'
import { openStream } from '../../../test/event-stream.ts'
import { parseEnvelope, type Got } from '../../../test/exchange.ts'
import { webhookProof } from '../../../test/webhooks.ts'
import { daySeconds, plusSeconds } from '../../lib/clock.ts'
import { deleteOldEmailEvents } from './service.ts'

const server = useServer()
let reader: TestClient
let sender: TestClient
beforeAll(async () => {
  reader = await server.asNew()
  sender = await server.as(null)
})

/** A new agency, and events of mails to its user ABC. */
async function setUp() {
  const agencyId = await server.newAgency()
  const start = Math.floor(server.clock.now().getTime() / 1000) - 3_600
  return {
    agencyId,
    start,
    event: (name: string, second: number, more: object = {}) => ({
      email: 'ann@smith.example',
      timestamp: start + second,
      event: name,
      sg_event_id: `${agencyId} ${name} ${second}`,
      sg_message_id: 'filter0001',
      'smtp-id': '<1@smith.example>',
      agency_id: String(agencyId).padStart(8, '0'),
      username: 'ABC',
      category: 'email_verification',
      ...more,
    }),
    log: async (username = 'ABC'): Promise<EmailEvent[]> =>
      (await reader.call(agencyUsers.emailEvents, { agencyId, username })).data,
  }
}

interface Posting {
  mode?: '5x' | '6x'
  proof?: Record<string, string>
  at?: Date
}

function post(body: unknown, { mode = '5x', at = server.clock.now(), proof }: Posting = {}): Promise<Got> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return sender.send({
    method: 'POST',
    path: `/webhooks/sendgrid/${mode}`,
    headers: {
      'content-type': 'application/json',
      ...(proof ?? webhookProof(mode === '5x' ? 'sendgrid5x' : 'sendgrid6x', text, at)),
    },
    body: text,
  })
}

const countAll = async (): Promise<number> => {
  const { count } = await server.db.read
    .selectFrom('agency_email_event')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

test('new events are told to open screens', async () => {
  const { agencyId, event } = await setUp()
  const stream = await openStream(server, reader)
  await post([event('delivered', 5), event('open', 6, { agency_id: '99999998' })])
  const hint = await stream.sees('the mail', ({ module }) => module === 'agencyUsers')
  expect(hint).toEqual({ module: 'agencyUsers', agencyId, event: null })
  stream.drop()
})

test('[PROV-01] [PROV-03] signed events of both accounts are stored, and answered with 204 and nothing else', async () => {
  for (const mode of ['5x', '6x'] as const) {
    const { event, log, start } = await setUp()
    const got = await post([event('delivered', 5)], { mode })
    expect([got.status, got.body]).toEqual([204, ''])
    expect(await log()).toEqual([
      {
        sendGridTS: new Date((start + 5) * 1000).toISOString(),
        event: 3,
        toEmail: 'ann@smith.example',
        category: 1,
      },
    ])
  }
})

test('[PROV-01] forged, replayed to the other account or after ten minutes: 401, and nothing is stored', async () => {
  const { event } = await setUp()
  const body = JSON.stringify([event('delivered', 5)])
  const now = server.clock.now()
  const good = webhookProof('sendgrid5x', body, now)
  const before = await countAll()
  const refused = [
    await post(body.replace('delivered', 'bounced  '), { proof: good }),
    await post(body, { proof: webhookProof('sendgrid6x', body, now) }),
    await post(body, { mode: '6x', proof: good }),
    await post(body, { proof: {} }),
    await post(body, { proof: { ...good, 'x-twilio-email-event-webhook-signature': 'AAAA' } }),
    await post(body, { at: new Date(now.getTime() - 601_000) }),
    await post(body, { at: new Date(now.getTime() + 601_000) }),
  ]
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401))
  expect(parseEnvelope(refused[0] as Got).message).toBe('The proof of who sends this is missing or wrong.')
  expect(await countAll()).toBe(before)
  expect((await post(body, { at: new Date(now.getTime() - 599_000) })).status).toBe(204)
  expect(await countAll()).toBe(before + 1)
})

test('[PROV-39] [PROV-03] however often and in whatever order events come, they stand once and by their own times', async () => {
  const { event, log } = await setUp()
  const life = [
    event('processed', 0),
    event('deferred', 9),
    event('delivered', 9),
    event('open', 30),
    event('click', 30),
  ]
  const [processed, deferred, delivered, open, click] = life
  await post([click, delivered, click])
  await Promise.all([post([open, deferred, processed]), post([processed, deferred, open]), post(life)])
  await post(life)
  expect((await log()).map((one) => one.event)).toEqual([7, 6, 3, 4, 1])
})

test('[PROV-40] events and categories have their codes; what is unknown is 0', async () => {
  const { event, log } = await setUp()
  const codes = {
    processed: 1,
    dropped: 2,
    delivered: 3,
    deferred: 4,
    open: 6,
    click: 7,
    spamreport: 8,
    unsubscribe: 9,
    group_unsubscribe: 9,
    group_resubscribe: 0,
    constructor: 0,
  }
  const named = Object.keys(codes).map((name, at) => event(name, at))
  const bounces = [
    event('bounce', 20, { type: 'bounce', status: '5.1.1' }),
    event('bounce', 21),
    event('bounce', 22, { type: 'blocked' }),
  ]
  await post([...named, ...bounces])
  const found = await log()
  expect(found.map((one) => one.event).toReversed()).toEqual([...Object.values(codes), 5, 5, 10])
  const categories: [unknown, number][] = [
    ['email_verification', 1],
    [['marketing', 'temporary_password'], 2],
    ['forgot_password', 3],
    ['newsletter', 0],
    [[], 0],
    [undefined, 0],
    [7, 0],
  ]
  const other = await setUp()
  await post(categories.map(([category], at) => other.event('open', at, { category })))
  expect((await other.log()).map(({ category }) => category).toReversed()).toEqual(
    categories.map(([, code]) => code),
  )
})

test('[PROV-41] [PROV-03] events of nobody are kept without an agency, and go after 180 days', async () => {
  const { event, log, start, agencyId } = await setUp()
  const nobody = [
    { agency_id: undefined },
    { username: undefined },
    { agency_id: '4040404' },
    { agency_id: '1; drop table agency' },
    { agency_id: -1 },
    { username: 'A\u0000' },
    { username: 'x'.repeat(61) },
  ]
  const before = await countAll()
  const got = await post(nobody.map((more, at) => event('open', at, more)))
  expect([got.status, await countAll()]).toEqual([204, before + nobody.length])
  const kept = await server.db.read
    .selectFrom('agency_email_event')
    .select(['agency_id', 'username'])
    .where('sg_event_id', 'like', `${agencyId} %`)
    .execute()
  expect(new Set(kept.map((row) => JSON.stringify(row)))).toEqual(
    new Set([JSON.stringify({ agency_id: null, username: null })]),
  )
  await post([event('open', 50, { agency_id: agencyId })])
  expect(await log()).toHaveLength(1)
  // Reads the table, because the person's session would have expired by then.
  const left = async (): Promise<number> => {
    const rows = await server.db.read
      .selectFrom('agency_email_event')
      .select('sg_event_id')
      .where('agency_id', '=', agencyId)
      .execute()
    return rows.length
  }
  const later = (seconds: number): Date => new Date((start + 50 + 180 * 86_400 + seconds) * 1000)
  await deleteOldEmailEvents(server.db, later(0))
  expect(await left()).toBe(1)
  await deleteOldEmailEvents(server.db, later(1))
  expect(await left()).toBe(0)
})

test('[PROV-03] another shape answers 400 and stores nothing; four megabytes are taken, more is not', async () => {
  const { event } = await setUp()
  const before = await countAll()
  const good = event('open', 1)
  for (const body of [
    '',
    'no json',
    '{"event":"open"}',
    '[1]',
    [good, { ...good, sg_event_id: 5 }],
    [good, { ...good, email: undefined }],
    [good, { ...good, timestamp: '2026' }],
    [good, { ...good, timestamp: 1e15 }],
    [good, { ...good, sg_event_id: 'a\u0000b' }],
  ])
    expect((await post(body)).status, JSON.stringify(body)).toBe(400)
  expect(await countAll()).toBe(before)
  const most = 4 * 1024 * 1024
  const many = Array.from({ length: 8_000 }, (_, at) => event('open', at, { useragent: 'x'.repeat(200) }))
  const text = JSON.stringify(many)
  expect(text.length).toBeLessThan(most)
  expect((await post(text.padEnd(most))).status).toBe(204)
  expect(await countAll()).toBe(before + many.length)
  expect((await post(text.padEnd(most + 1))).status).toBe(413)
})

test('what becomes of our account at SendGrid, which has no address, is taken with mails, not stored, and logged', async () => {
  const { event, log, start } = await setUp()
  const ofAccount = {
    event: 'account_status_change',
    sg_event_id: `account ${start}`,
    timestamp: start,
    type: 'compliance_suspend',
  }
  const before = await countAll()
  const mixed = await post([ofAccount, event('delivered', 5)])
  const alone = await post([{ ...ofAccount, type: { toString: 1 } }], { mode: '6x' })
  expect([mixed.status, alone.status, await countAll()]).toEqual([204, 204, before + 1])
  expect((await log()).map((one) => one.event)).toEqual([3])
  expect(server.logSecrets.entries('provider.account')).toMatchObject([
    { level: 'warn', provider: 'SendGrid', account: '5x', change: 'compliance_suspend' },
    { account: '6x', change: 'unknown' },
  ])
})

test('old events of mails are deleted by short transactions', async () => {
  const insert = `insert into agency_email_event (sent_at, event, to_email, category, sg_event_id)
select $1, 1, 'ann@example.test', 1, n::text from generate_series(1, $2) n`
  const at = plusSeconds(server.clock.now(), -1_000 * daySeconds)
  const rows = { table: 'agency_email_event', insert, number: 10_001, at }
  const counts = await countDeletions(server.db, rows, () =>
    deleteOldEmailEvents(server.db, plusSeconds(at, 181 * daySeconds)),
  )
  expect(counts).toEqual([5_000, 5_000, 1])
})
