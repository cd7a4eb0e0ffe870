import { withConnection } from '../db/connection.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import pg, { type Client } from 'pg'
import { type TestServer, testServer } from '../../test/app.ts'
import { testDatabase } from '../../test/database.ts'
import { growingParts } from './grow-parts.ts'
import { grownTemplate } from '../../test/grown.ts'
import { sampled } from '../../test/samples.ts'
import { probe } from '../../test/sweep.ts'
import { looseWireForm } from '../../test/wire.ts'

let server: TestServer
beforeAll(async () => {
  // Background work never starts, so that only calls are judged.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await testServer({
    database: await testDatabase(grownTemplate(growingParts)),
    config: { signInByGet: true },
  })
}, 240_000)
afterAll(async () => {
  vi.useRealTimers()
  await server.close()
  await server.database.drop()
})

/** A statement with its values. */
interface Asked {
  text: string
  values: unknown[]
}

/** Records every statement of this process during the work. */
async function recordStatements(work: () => Promise<void>): Promise<Asked[]> {
  const asked = new Map<string, Asked>()
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    for (const [first, second] of spy.mock.calls as unknown[][]) {
      const { text, values } = typeof first === 'string' ? { text: first, values: second } : (first as Asked)
      if (Array.isArray(values)) asked.set(text, { text, values })
    }
  } finally {
    spy.mockRestore()
  }
  return [...asked.values()]
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

const inPlan = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(inPlan)]

/** Tables that no interactive call may scan completely. */
async function findLargeTables(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where reltuples > 10000 and relkind = 'r'`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** The large tables that a statement scans completely; none if it has no plan. */
async function findScans(
  client: Client,
  { text, values }: Asked,
  large: ReadonlySet<string>,
): Promise<string[]> {
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) return []
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (format json) ${text}`,
    values,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  return (plan === undefined ? [] : inPlan(plan)).flatMap((node) => {
    const table = node['Relation Name'] ?? ''
    return node['Node Type'] === 'Seq Scan' && large.has(table) ? [table] : []
  })
}

/** Calls that may scan a whole table, and why. */
const exempt: readonly string[] = [
  // Cached for all people for five seconds.
  'activity.totals',
  // Counts waiting work and connected software, also cached.
  'operations.status',
]

test('no interactive call reads a table of more than 10,000 rows from end to end', async () => {
  const found: string[] = []
  const interactive = sampled.filter(({ name, call }) => !call.heavy && !exempt.includes(name))
  await withConnection(server.database.url, async (client) => {
    const large = await findLargeTables(client)
    expect([...large]).toEqual(expect.arrayContaining(['agency', 'agency_user', 'journal', 'agency_product']))
    let judged = 0
    for (const { name, call, input } of interactive) {
      const statements = await recordStatements(async () => {
        await probe(server, { call, sent: looseWireForm(call, input) })
      })
      judged += statements.length
      for (const asked of statements)
        for (const table of await findScans(client, asked, large))
          found.push(`${name} scans ${table}: ${asked.text}`)
    }
    expect(judged).toBeGreaterThan(interactive.length)
    const bare = { text: 'select count(*) from agency where version_display = $1', values: ['x'] }
    expect(await findScans(client, bare, large)).toEqual(['agency'])
  })
  expect(found).toEqual([])
})
