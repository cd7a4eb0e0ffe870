import { reports } from '@agency-support/contract/modules/reports'
import { Agent } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../test/app.ts'
import { exchange } from '../../test/exchange.ts'
import { type Replicated, startReplicated } from '../../test/replicated.ts'
import { openStoredProducts, type StoredProducts } from '../../test/stored-products.ts'
import { until } from '../../test/until.ts'
import * as marketplace from '../modules/marketplace/public.ts'
import { examine } from './doctor/verb.ts'
import { sandboxConfig } from '../settings/config.ts'

/** Maximum lags in milliseconds: enough for a slow machine, or hardly any. */
const patientMs = 30_000
const impatientMs = 200

let both: Replicated
let server: TestServer
let impatient: TestServer
let world: StoredProducts
let productId: number
const agent = new Agent()

beforeAll(async () => {
  both = await startReplicated()
  const open = (maxLagMs: number): Promise<TestServer> =>
    testServer({
      database: { url: both.primary, drop: () => Promise.resolve() },
      config: {
        databaseReplica: { url: both.replica, maxLagMs },
        metrics: { host: '127.0.0.1', port: 0 },
      },
    })
  server = await open(patientMs)
  impatient = await open(impatientMs)
  world = openStoredProducts(server.db, marketplace)
  productId = await world.product('Read often')
}, 60_000)
afterAll(async () => {
  agent.destroy()
  await impatient.close()
  await server.close()
  await both[Symbol.asyncDispose]()
})

/** How many reads the replica took, and how many fell back to the primary. */
async function countReads(of: TestServer): Promise<{ replica: number; primary: number }> {
  const { body } = await exchange(agent, of.metricsPort ?? 0, { method: 'GET', path: '/metrics' })
  const count = (by: string): number =>
    Number(new RegExp(`^agency_support_replica_reads\\{by="${by}"\\} (\\d+)$`, 'm').exec(body)?.[1])
  return { replica: count('replica'), primary: count('primary') }
}

/** The agencies of the billing report, and which database answered. */
async function readBilling(of = server) {
  const reader = await of.asNew()
  const before = await countReads(of)
  const { data, code } = await reader.call(reports.billing, { productId })
  expect(code).toBe(0)
  const { replica, primary } = await countReads(of)
  return {
    agencies: data.length,
    by: { replica: replica - before.replica, primary: primary - before.primary },
  }
}

/** The doctor's findings about the replica. */
async function examineReplica(maxLagMs: number): Promise<string[]> {
  const config = sandboxConfig({
    databaseUrl: both.primary,
    databaseReplica: { url: both.replica, maxLagMs },
  })
  const found: string[] = []
  for await (const { about } of examine(() => config)) if (/replica/i.test(about)) found.push(about)
  return found
}

async function addBilled(agencyId: number): Promise<void> {
  await world.agencies({ [agencyId]: `Agency ${agencyId}` })
  await world.record(productId, agencyId, '2026-01-05T10:00:00Z', { eventCode: 0 })
}

const byReplica = { replica: 1, primary: 0 }
const byPrimary = { replica: 0, primary: 1 }
const takesReads = (of: TestServer) =>
  until('the replica takes reads', async () => (await readBilling(of)).by.replica === 1)

test('reports are read from the replica, and hold what was changed just before', async () => {
  await addBilled(10)
  await takesReads(server)
  for (const [at, agencyId] of [11, 12, 13, 14, 15].entries()) {
    await addBilled(agencyId)
    expect(await readBilling()).toEqual({ agencies: at + 2, by: byReplica })
  }
  expect(await examineReplica(patientMs)).toEqual(['Replica: it has all that the database has.'])
})

test('a replica that is late is passed by until it has caught up', async () => {
  await takesReads(impatient)
  const { agencies } = await readBilling(impatient)
  await both.replay('pause')
  try {
    await addBilled(21)
    expect(await readBilling(impatient)).toEqual({ agencies: agencies + 1, by: byPrimary })
    expect(await examineReplica(impatientMs)).toEqual([
      'DATABASE_REPLICA_URL: it is more than 0.2 seconds behind the database.',
    ])
  } finally {
    await both.replay('resume')
  }
  await takesReads(impatient)
  expect((await readBilling(impatient)).agencies).toBe(agencies + 1)
})

test('reports go on while the replica is away, and are read from it when it is back', async () => {
  await takesReads(server)
  const { agencies } = await readBilling()
  await both.stopReplica()
  await addBilled(31)
  expect(await readBilling()).toEqual({ agencies: agencies + 1, by: byPrimary })
  expect((await examineReplica(patientMs))[0]).toMatch(/^DATABASE_REPLICA_URL: /)
  await both.startReplica()
  await takesReads(server)
  expect((await readBilling()).agencies).toBe(agencies + 1)
})
