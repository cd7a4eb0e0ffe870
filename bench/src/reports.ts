import { growHistory, listReportedProducts } from '@agency-support/server/modules/marketplace/public'
import { openDatabase } from '@agency-support/server/db/open'
import { reports } from '@agency-support/contract/modules/reports'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import type { Child } from './child.ts'
import type { Contenders } from './comparison.ts'
import { acceptEncoding } from './connection.ts'
import { median } from './figures.ts'
import type { BenchSetup } from './setup.ts'

export const reportsCase = 'reports'

const events = 1_000_000
const products = 12
/** Maximum rows that the console requests. */
const most = 10_001
const turns = 7
/** Maximum time of a report as a multiple of its bare SQL. */
const maxSlower = 2
/** Maximum memory growth of the server from an export of everything, in megabytes. */
const maxGrowth = 64
const twoYearsMs = 2 * 365 * 24 * 60 * 60 * 1000

/** A report of the console and the shortest SQL that finds its content. */
interface Report {
  name: string
  call: typeof reports.billing | typeof reports.activation | typeof reports.subscriptionEvents
  sql: string
}

const measuredReports: readonly Report[] = [
  {
    name: 'billing',
    call: reports.billing,
    sql: `select p.agency_id, a.name, p.subscribed, p.status, p.started_at, p.stopped_at
      from agency_product p join agency a using (agency_id) where product_id = $1 order by agency_id limit $2`,
  },
  {
    name: 'activation',
    call: reports.activation,
    sql: `select p.agency_id, a.version_display, p.subscribed, p.status, p.opted_in, p.opt_in_at, p.opt_in_name
      from agency_product p join agency a using (agency_id) where product_id = $1 order by agency_id limit $2`,
  },
  {
    name: 'subscription events',
    call: reports.subscriptionEvents,
    sql: `select event_id, e.agency_id, a.name, at, event_code, by
      from subscription_event e join agency a using (agency_id)
      where product_id = $1 order by at desc, event_id desc limit $2`,
  },
]

/** The result; times in milliseconds. */
export interface ReportsResult {
  reports: { name: string; product: number; bare: number; slower: number }[]
  exported: { rows: number; seconds: number; megabytes: number; growth: number }
  isFine: boolean
}

const isOurs = ({ name }: { name: string }): boolean => name.startsWith('Bench product')

async function grow(databaseUrl: string): Promise<number> {
  const db = openDatabase({ url: databaseUrl, poolSize: 2, onError: () => undefined })
  try {
    // A kept database has them from an earlier run.
    if (!(await listReportedProducts(db.read)).some(isOurs)) {
      const names = Array.from({ length: products }, (_, at) => ({ name: `Bench product ${at + 1}` }))
      await db.write.insertInto('product').values(names).execute()
      const to = new Date()
      const from = new Date(to.getTime() - twoYearsMs)
      await growHistory(db.write, { events, from, to }, () => undefined)
    }
    return (await listReportedProducts(db.read)).find(isOurs)?.productId ?? 0
  } finally {
    await db.close()
  }
}

/** Duration of some work in milliseconds; counting its rows is not included. */
async function timed<T>(work: () => Promise<T>, countRows: (brought: T) => number): Promise<number> {
  const began = performance.now()
  const brought = await work()
  const took = performance.now() - began
  const rows = countRows(brought)
  if (rows !== most) throw new Error(`The report has ${rows} rows, not ${most}.`)
  return took
}

const countItems = (answer: Buffer): number =>
  (JSON.parse(zstdDecompressSync(answer).toString()) as { data: unknown[] }).data.length

/** The interactive reports over a million events, alternating with their bare SQL, and an export of all rows. */
export async function measureReports(
  { port, child }: Contenders['product'],
  { databaseUrl }: Pick<BenchSetup, 'databaseUrl'>,
  by: Omit<Person, 'port'>,
): Promise<ReportsResult> {
  const productId = await grow(databaseUrl)
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('vacuum analyze subscription_event, agency_product')
  try {
    const people = { ...by, port }
    const measured: ReportsResult['reports'] = []
    for (const report of measuredReports) {
      const product: number[] = []
      const bare: number[] = []
      for (let turn = 0; turn < turns; turn += 1) {
        product.push(await timed(() => ask(report, productId, people), countItems))
        bare.push(
          await timed(
            () => client.query(report.sql, [productId, most]),
            ({ rows }) => rows.length,
          ),
        )
      }
      const [ours, limit] = [median(product), median(bare)]
      measured.push({ name: report.name, product: ours, bare: limit, slower: ours / limit })
    }
    const exported = await exportAll(productId, people, child)
    const isFine = measured.every(({ slower }) => slower <= maxSlower) && exported.growth <= maxGrowth
    return { reports: measured, exported, isFine }
  } finally {
    await client.end()
  }
}

interface Person {
  port: number
  origin: string
  cookie: string
}

/** The raw answer; parsing it would measure the client. */
async function ask({ call }: Report, productId: number, { port, origin, cookie }: Person): Promise<Buffer> {
  const { at } = call
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path: at.path,
    method: 'POST',
    headers: {
      cookie,
      origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'accept-encoding': acceptEncoding,
    },
  })
  outgoing.end(JSON.stringify({ command: at.form === 'command' ? at.command : '', productId, most }))
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  const body = await buffer(answer)
  if (answer.statusCode !== 429) return body
  await pause(Number(answer.headers['retry-after']) * 1000)
  return ask({ call, name: '', sql: '' }, productId, { port, origin, cookie })
}

/** All events of a product as a file, read like a browser does. */
async function exportAll(productId: number, { port, origin, cookie }: Person, child: Child<'peak', number>) {
  const before = await child.ask('peak')
  const began = performance.now()
  const path = `/api/reports/subscription-events/csv?productId=${productId}&zone=UTC`
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { cookie, origin, 'sec-fetch-site': 'same-origin' },
  })
  if (answer.status !== 200 || answer.body === null)
    throw new Error(`The export was answered ${answer.status}.`)
  let bytes = 0
  let rows = -1
  for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
    bytes += piece.length
    for (const byte of piece) if (byte === 10) rows += 1
  }
  return {
    rows,
    seconds: (performance.now() - began) / 1000,
    megabytes: bytes / 1_000_000,
    growth: (await child.ask('peak')) - before,
  }
}

/** The result as sentences. */
export function reportsSentence({ reports: measured, exported }: ReportsResult): string {
  const each = measured.map(
    ({ name, product, bare, slower }) =>
      `${name} ${product.toFixed(0)} ms, ${slower.toFixed(2)} times the ${bare.toFixed(0)} ms of its bare SQL`,
  )
  const { rows, seconds, megabytes, growth } = exported
  return (
    `Over ${events} subscription events, ${most} rows each: ${each.join('; ')} (at most ${maxSlower}). ` +
    `An export of ${rows} rows, ${megabytes.toFixed(1)} MB, took ${seconds.toFixed(1)} s and left the server ` +
    `${growth.toFixed(0)} MB larger (at most ${maxGrowth}).`
  )
}
