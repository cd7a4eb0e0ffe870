import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../server/test/app.ts'
import { until } from '../../../server/test/until.ts'
import { startFiling } from './filing.ts'

const agentKey = 'the-key-of-the-agencies-software-here'
let server: TestServer

beforeAll(async () => {
  server = await testServer({ config: { agentKey } })
  await server.agency(6938)
  await server.db.write.updateTable('agency').set({ status: 2 }).execute()
})
afterAll(() => server.close())

async function filed(): Promise<number> {
  const rows = await server.db.read.selectFrom('seat_request').select('agency_id').execute()
  expect(rows.every((row) => row.agency_id === 6938)).toBe(true)
  return rows.length
}

function filingWith(key: string, said: string[]) {
  return startFiling({
    databaseUrl: server.database.url,
    origin: `http://127.0.0.1:${server.port}`,
    agentKey: key,
    paceMs: 1,
    say: (line) => said.push(line),
  })
}

test('agencies file one request after another until the sandbox ends', async () => {
  const said: string[] = []
  const filing = await filingWith(agentKey, said)
  await until('three requests are filed', async () => (await filed()) >= 3)
  await filing.stop()
  expect(said).toEqual([])
})

test('a refusal is told once', async () => {
  const before = await filed()
  const said: string[] = []
  const filing = await filingWith('another-key-of-the-same-length-as-it-', said)
  await until('it has been told', () => said.length > 0)
  await filing.stop()
  expect(said).toEqual([
    "The agencies' software cannot file seat requests: The key of the agency software is missing or not right.",
  ])
  expect(await filed()).toBe(before)
})
