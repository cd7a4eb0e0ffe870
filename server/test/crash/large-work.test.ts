import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { agencies } from '@agency-support/contract/modules/agencies'
import { reports } from '@agency-support/contract/modules/reports'
import { session } from '@agency-support/contract/modules/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { withConnection } from '../../src/db/connection.ts'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { TestClient } from '../client.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { parseEnvelope } from '../exchange.ts'
import { toForm } from '../form.ts'
import { allPermissions, makeStaff, openTestSession } from '../people.ts'
import { makePng } from '../pictures.ts'
import { createAvailable } from '../products.ts'
import { wireForm } from '../wire.ts'
import { type LargeAnswer, readLarge } from './large-answer.ts'
import { startVictim, type Victim } from './victim.ts'

const listed = 30_000
const exported = 100_000
const people = 20
const cutOff = -1

let database: TestDatabase
let db: OpenDatabase
/** A process of its own: what this one does with answers costs the others of it nothing. */
let victim: Victim
let productId: number
beforeAll(async () => {
  database = await testDatabase()
  db = openDatabase({ url: database.url, poolSize: 2, onError: () => undefined })
  const row = { name: 'Policy Vault', enabled: true, minimum_version: '' }
  const made = await db.write
    .insertInto('product')
    .values(row)
    .returning('product_id')
    .executeTakeFirstOrThrow()
  productId = made.product_id
  await withConnection(database.url, async (client) => {
    await client.query(
      `insert into agency (agency_id, name, name_folded)
       select n, 'Beacon Insurance ' || n, 'beacon insurance ' || n from generate_series(1, ${listed}) n`,
    )
    await client.query(
      `insert into subscription_event (at, agency_id, product_id, event_code, by)
       select timestamptz '2025-01-01Z' + n * interval '1 minute', 1 + n % ${listed}, ${productId}, n % 4, 'owner@agency.test'
       from generate_series(1, ${exported}) n`,
    )
    await client.query('analyze')
  })
  victim = await startVictim(database.url)
})
afterAll(async () => {
  victim.child.kill('SIGKILL')
  await victim.ended
  await db.close()
  await database.drop()
})

/** The Cookie header of a new person. */
async function newcomer(): Promise<string> {
  const person = await makeStaff(db, systemClock, { permissions: allPermissions })
  return (await openTestSession(db, systemClock, person, { publicOrigin: victim.origin })).cookie
}

/** Somebody asks who they are without pause until the work is done; how long each answer took. */
async function besides<T>(work: () => Promise<T>): Promise<{ done: T; waits: number[] }> {
  const client = new TestClient({ ...victim, cookie: await newcomer() })
  const waits: number[] = []
  let isDone = false
  const lane = async (): Promise<void> => {
    while (!isDone) {
      const began = performance.now()
      expect((await client.call(session.whoami, {})).status).toBe(200)
      waits.push(performance.now() - began)
    }
  }
  const asking = lane()
  const done = await work().finally(() => {
    isDone = true
  })
  await asking
  client.close()
  return { done, waits }
}

/** Nobody waited for the work itself: the longest wait is a part of it, however slow the machine. */
function expectAnsweredMeanwhile(waits: readonly number[]): void {
  const whole = waits.reduce((all, wait) => all + wait, 0)
  expect(waits.length).toBeGreaterThan(10)
  expect(Math.max(...waits) / whole).toBeLessThan(0.5)
}

test('twenty people ask for the list of all agencies at once: each gets it whole or is told when, and others are answered meanwhile', async () => {
  const { method, path, headers, body } = wireForm(agencies.listConfigs, {})
  const cookies = await Promise.all(Array.from({ length: people }, newcomer))
  const list = async (cookie: string): Promise<LargeAnswer> => {
    const own = { ...headers, cookie, origin: victim.origin }
    return readLarge(victim.port, { method, path, headers: own, ...(body === undefined ? {} : { body }) }, 0)
  }
  const inTurn = async (cookie: string): Promise<LargeAnswer[]> => {
    const got: LargeAnswer[] = []
    for (let time = 0; time < 2; time += 1) got.push(await list(cookie))
    return got
  }
  const { done, waits } = await besides(() => Promise.all(cookies.map(inTurn)))
  const answers = done.flat()
  const whole = answers.filter(({ status }) => status === 200)
  expect(whole.length).toBeGreaterThanOrEqual(2)
  expect(new Set(whole.map(({ bytes }) => bytes)).size).toBe(1)
  expect(whole[0]?.bytes).toBeGreaterThan(listed * 100)
  for (const { status, sentence } of answers)
    expect([status, sentence]).toEqual(
      status === 200
        ? [200, undefined]
        : [
            429,
            'This is a large answer that others are loading at the moment. Please try again in 5 seconds.',
          ],
    )
  expectAnsweredMeanwhile(waits)
})

test('a file of 100,000 rows has each of them once, newest first, and others are answered meanwhile (J08)', async () => {
  const client = new TestClient({ ...victim, cookie: await newcomer() })
  const asked = {
    report: 'subscription-events' as const,
    productId: String(productId),
    zone: 'America/Chicago',
  }
  const { done, waits } = await besides(() => client.send({ ...wireForm(reports.csv, asked) }))
  client.close()
  expect([done.status, done.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const rows = done.body.split('\r\n').slice(1, -1)
  expect(rows).toHaveLength(exported)
  // Compared as one text: a difference of 100,000 items takes minutes to be told.
  const ids = rows.map((row) => Number(row.slice(0, row.indexOf(',')))).join()
  expect(ids === Array.from({ length: exported }, (_, at) => 1 + ((exported - at) % listed)).join()).toBe(
    true,
  )
  expect(new Set(rows).size).toBe(exported)
  expectAnsweredMeanwhile(waits)
})

/** A picture as it is sent, and who sends it. */
interface Sender {
  form: ReturnType<typeof toForm>
  cookie: string
}

test('twelve people upload pictures that want to be large, and others are answered meanwhile (F22)', async () => {
  const size = { width: 300, height: 150 }
  const zeros = deflateSync(Buffer.alloc(96 * 1024 * 1024))
  const text = { type: 'zTXt', data: Buffer.concat([Buffer.from('x\0\0'), zeros]) }
  const chunks = Array.from({ length: 40_000 }, () => ({ type: 'tEXt', data: Buffer.from('a\0b') }))
  const pictures = {
    'rows of 96 MB behind a small header': makePng({ width: 300, height: 330_000 }, { headerSize: size }),
    'a text of 96 MB': makePng(size, { extra: [text] }),
    'many chunks': makePng(size, { extra: chunks }),
    '20 MB of chunks': makePng(size, {
      extra: [{ type: 'tEXt', data: Buffer.alloc(20 * 1024 * 1024, 'a') }],
    }),
  }
  const forms = Object.values(pictures).map((bytes) =>
    toForm([{ name: 'File', bytes, fileName: 'logo.png' }]),
  )
  const manager = new TestClient({ ...victim, cookie: await newcomer() })
  // Another one when the test is repeated.
  const path = `/api/file/${await createAvailable(manager, database.url, `Pictured ${randomUUID()}`)}/uploadLogo`
  manager.close()
  const upload = async ({ form, cookie }: Sender): Promise<number[]> => {
    const client = new TestClient({ ...victim, cookie })
    const codes: number[] = []
    for (let time = 0; time < 5; time += 1) {
      const sent = { method: 'POST', path, ...form }
      // Whoever sends more than is read is cut off, with the answer on the way or without it.
      codes.push(
        await client.send(sent).then(
          ({ body }) => parseEnvelope({ body }).code,
          () => cutOff,
        ),
      )
    }
    client.close()
    return codes
  }
  // All of them first: while this process sends so much it would wait in vain for its own database connections.
  const senders: Sender[] = []
  for (const form of [...forms, ...forms, ...forms]) senders.push({ form, cookie: await newcomer() })
  const { done, waits } = await besides(() => Promise.all(senders.map(upload)))
  expect(done.flat()).toContain(0)
  expect(done.flat().filter((code) => ![0, 400, cutOff].includes(code))).toEqual([])
  const kept = await db.read.selectFrom('product_logo').select('picture').executeTakeFirstOrThrow()
  expect(kept.picture.length).toBeLessThan(2_000)
  expectAnsweredMeanwhile(waits)
})
