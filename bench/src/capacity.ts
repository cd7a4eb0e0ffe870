import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { toTable } from '../../scripts/recorded-run.ts'
import type { CaseName } from './cases.ts'
import { type Contenders, type Sampling, type Server, takeTurn, takeTurns } from './comparison.ts'
import { median, usualConcurrency } from './figures.ts'
import type { BenchSetup } from './setup.ts'
import { nodeFlags, poolSize, productEnv } from './start-product.ts'
import { readTreeCpu } from './tree-cpu.ts'

export const capacityCase = 'capacity'

const cases: readonly CaseName[] = [
  'config',
  'users',
  'whole id',
  'suggestions',
  'middling fragment',
  'first page',
  'journal by agency',
  'rename',
  'sign-in',
]
/** Compared between one process and two. */
const shared: readonly CaseName[] = ['config', 'first page', 'rename']
const workers = 2

/** Medians for one kind of request; processor time in microseconds a request. */
interface Cost {
  name: CaseName
  perSecond: number
  serverCpu: number
  /** Of all processes of PostgreSQL. */
  databaseCpu: number
  /** Write-ahead log of a request, which a replica has to receive and replay. */
  walBytes: number
}

export interface Capacity {
  costs: readonly Cost[]
  /** Throughput of two processes on one port as a multiple of that of one. */
  gains: readonly { name: CaseName; gain: number }[]
}

interface Given {
  contenders: Pick<Contenders, 'product' | 'load'>
  setup: Pick<BenchSetup, 'databaseUrl' | 'databasePid'>
  sampling: Sampling
  /** The origin that requests claim to come from. */
  origin: string
  say(line: string): void
}

/** Where a process and a PostgreSQL end: what each kind of request takes of them, and what a second process gains. */
export async function measureCapacity(given: Given): Promise<Capacity> {
  const { contenders, sampling, say } = given
  const { product, load } = contenders
  const costs: Cost[] = []
  for (const name of cases) {
    const cost = await measureCost(given, name)
    say(`${name}: ${Math.round(cost.serverCpu)} µs, of PostgreSQL ${Math.round(cost.databaseCpu)} µs`)
    costs.push(cost)
  }
  const group = await startWorkers(given)
  try {
    const gains = []
    for (const name of shared) {
      const sides = [
        { server: group, load, name },
        { server: product, load, name },
      ] as const
      gains.push({ name, gain: (await takeTurns(sides, usualConcurrency, sampling)).throughput })
    }
    return { costs, gains }
  } finally {
    await group.child.stop()
  }
}

async function measureCost({ contenders, setup, sampling }: Given, name: CaseName): Promise<Cost> {
  const { product, load } = contenders
  const take = () => takeTurn({ server: product, load, name }, usualConcurrency, sampling.warmSeconds)
  const client = new pg.Client(setup.databaseUrl)
  await client.connect()
  try {
    await take()
    const turns: Omit<Cost, 'name'>[] = []
    for (let turn = 0; turn < sampling.turns; turn += 1) {
      const [cpuBefore, walBefore] = [readTreeCpu(setup.databasePid), await readWal(client)]
      const { requests, seconds, cpu } = await take()
      turns.push({
        perSecond: requests / seconds,
        serverCpu: cpu / requests,
        databaseCpu: (readTreeCpu(setup.databasePid) - cpuBefore) / requests,
        walBytes: ((await readWal(client)) - walBefore) / requests,
      })
    }
    return {
      name,
      perSecond: median(turns.map(({ perSecond }) => perSecond)),
      serverCpu: median(turns.map(({ serverCpu }) => serverCpu)),
      databaseCpu: median(turns.map(({ databaseCpu }) => databaseCpu)),
      walBytes: median(turns.map(({ walBytes }) => walBytes)),
    }
  } finally {
    await client.end()
  }
}

/** Bytes of write-ahead log since the database was made. */
async function readWal(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes",
  )
  return Number(rows[0]?.bytes)
}

/** The product as several processes on a port of their own, as in production. */
async function startWorkers({ setup, origin }: Given): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'agency-support-bench-'))
  const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
  const settings = { ...productEnv(setup.databaseUrl, folder), POOL_SIZE: poolSize, WORKERS: String(workers) }
  const child = spawn(process.execPath, [...nodeFlags, main], {
    env: { PATH: process.env['PATH'], ...settings, PUBLIC_ORIGIN: origin },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const port = await readPort(child.stdout)
    return { port, child: { ask: () => Promise.resolve(readTreeCpu(child.pid ?? 0)), stop } }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The port that a server says it serves; drops its access log, which follows. */
async function readPort(output: Readable): Promise<number> {
  for await (const line of createInterface({ input: output })) {
    const port = /^Agency Support serves .*:(\d+) by /.exec(line)?.[1]
    if (port === undefined) continue
    output.resume()
    return Number(port)
  }
  throw new Error(`The ${workers} processes ended before they served.`)
}

/** The result as a Markdown table; a core has a million microseconds a second. */
export function capacityTable({ costs, gains }: Capacity): string {
  const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
  const gainOf = (name: CaseName): string => gains.find((one) => one.name === name)?.gain.toFixed(2) ?? ''
  return toTable([
    [
      'Request',
      'Measured, a second',
      'Process, µs',
      'PostgreSQL, µs',
      'A process ends at, a second',
      'A core of PostgreSQL ends at, a second',
      'Write-ahead log, bytes',
      `${workers} processes here ÷ 1`,
    ],
    ...costs.map(({ name, perSecond, serverCpu, databaseCpu, walBytes }) => [
      name,
      whole(perSecond),
      whole(serverCpu),
      whole(databaseCpu),
      whole(1e6 / serverCpu),
      whole(1e6 / databaseCpu),
      whole(walBytes),
      gainOf(name),
    ]),
  ])
}
