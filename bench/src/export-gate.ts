import { listReportedProducts } from '@agency-support/server/modules/marketplace/public'
import { withConnection } from '@agency-support/server/db/connection'
import { withDatabase } from '@agency-support/server/db/open'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Fixtures } from './cases.ts'
import type { Contenders } from './comparison.ts'
import { median } from './figures.ts'
import type { GateCase, Held } from './held.ts'

/** The purchases of one product: a million for 100,000 agencies. */
const purchase = 0
const copySql = (productId: number): string => `copy (
  select event_id, lpad(e.agency_id::text, 8, '0'), a.name, at, event_code, by
  from subscription_event e join agency a using (agency_id)
  where product_id = ${productId} and event_code = ${purchase} order by at desc, event_id desc
) to program 'cat > /dev/null' with (format csv)`
const goneWithinMs = 1_000

interface Exported {
  rows: number
  seconds: number
  firstByteMs: number
}

/** An export of all events of a product compared with PostgreSQL's own of the same rows. */
export function exportCase({ product }: Contenders, fixtures: Fixtures, databaseUrl: string): GateCase {
  return {
    name: 'export',
    measure: async (times) => {
      const productId = await findProduct(databaseUrl)
      const path = `/api/reports/subscription-events/csv?productId=${productId}&event=${purchase}&zone=UTC`
      const asked = { ...fixtures, port: product.port, path }
      const before = await product.child.ask('peak')
      const exports: Exported[] = []
      const copies: number[] = []
      for (let turn = 0; turn < times; turn += 1) {
        exports.push(await readExport(asked))
        copies.push(await copy(databaseUrl, productId))
      }
      const growth = (await product.child.ask('peak')) - before
      const gone = await hangUp(asked, databaseUrl)
      return toHeld({ exports, copies, growth, gone })
    },
  }
}

async function findProduct(databaseUrl: string): Promise<number> {
  const [first] = await withDatabase(databaseUrl, ({ read }) => listReportedProducts(read))
  return first?.productId ?? 0
}

async function copy(databaseUrl: string, productId: number): Promise<number> {
  return withConnection(databaseUrl, async (client) => {
    const began = performance.now()
    await client.query(copySql(productId))
    return (performance.now() - began) / 1000
  })
}

interface ExportRequest extends Pick<Fixtures, 'cookies' | 'origin'> {
  port: number
  path: string
}

async function open({ cookies, origin, port, path }: ExportRequest) {
  const headers = { cookie: cookies[0], origin, 'sec-fetch-site': 'same-origin', 'accept-encoding': 'zstd' }
  const sent = request({ host: '127.0.0.1', port, path, headers }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`The export was answered ${answer.statusCode}.`)
  return { sent, answer }
}

async function readExport(from: ExportRequest): Promise<Exported> {
  const began = performance.now()
  const { answer } = await open(from)
  let firstByteMs: number | undefined
  answer.once('data', () => {
    firstByteMs = performance.now() - began
  })
  let rows = -1
  for await (const piece of answer.pipe(createZstdDecompress()) as AsyncIterable<Buffer>)
    for (const byte of piece) if (byte === 10) rows += 1
  return { rows, seconds: (performance.now() - began) / 1000, firstByteMs: firstByteMs ?? Number.NaN }
}

const activeSql = `select count(*)::integer as active from pg_stat_activity
where state = 'active' and application_name = 'agency-support' and query ilike '%subscription_event%'`

/** How long the database keeps working for a disconnected reader, in milliseconds: until it is idle twice in a row. */
async function hangUp(from: ExportRequest, databaseUrl: string): Promise<number> {
  const { sent, answer } = await open(from)
  await once(answer, 'readable')
  answer.on('error', () => undefined)
  sent.on('error', () => undefined).destroy()
  const began = performance.now()
  return withConnection(databaseUrl, async (client) => {
    let lastActive = began
    while (performance.now() - lastActive < goneWithinMs) {
      const { rows } = await client.query<{ active: number }>(activeSql)
      if ((rows[0]?.active ?? 0) > 0) lastActive = performance.now()
      if (lastActive - began > 10 * goneWithinMs) break
      await pause(5)
    }
    return lastActive - began
  })
}

interface Results {
  exports: readonly Exported[]
  copies: readonly number[]
  growth: number
  gone: number
}

function toHeld({ exports, copies, growth, gone }: Results): Held[] {
  const seconds = median(exports.map((one) => one.seconds))
  const copied = median(copies)
  const firstByte = median(exports.map((one) => one.firstByteMs))
  const work = `export of ${exports[0]?.rows} rows`
  const note = `${seconds.toFixed(1)} and ${copied.toFixed(1)} s`
  return [
    { work, what: 'time ÷ COPY', value: seconds / copied, bound: 2, is: 'at most', note },
    { work, what: 'first byte, ms', value: firstByte, bound: 300, is: 'at most', note: '' },
    { work, what: 'server memory, + MiB', value: growth, bound: 64, is: 'at most', note: '' },
    {
      work,
      what: 'statements end after hanging up, ms',
      value: gone,
      bound: goneWithinMs,
      is: 'at most',
      note: '',
    },
  ]
}
