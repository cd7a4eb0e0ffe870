import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { toTable } from '../../scripts/recorded-run.ts'
import type { CaseName } from './cases.ts'
import { type Contenders, type Sampling, type Server, takeTurn, takeTurns } from './comparison.ts'
import { median, usualConcurrency } from './figures.ts'
import type { BenchSetup } from './setup.ts'
import { nodeFlags, productEnv } from './start-product.ts'
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

/** What a request takes; processor time in microseconds, of all processes of PostgreSQL in `database`. */
interface Cost {
  name: CaseName
  perSecond: number
  process: number
  database: number
  /** Bytes of its write-ahead log, which a replica has to receive and replay. */
  log: number
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
    say(`${name}: ${Math.round(cost.process)} µs, of PostgreSQL ${Math.round(cost.database)} µs`)
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
      const before = { database: readTreeCpu(setup.databasePid), log: await readLog(client) }
      const { requests, seconds, cpu } = await take()
      turns.push({
        perSecond: requests / seconds,
        process: cpu / requests,
        database: (readTreeCpu(setup.databasePid) - before.database) / requests,
        log: ((await readLog(client)) - before.log) / requests,
      })
    }
    const middle = (of: keyof Omit<Cost, 'name'>): number => median(turns.map((turn) => turn[of]))
    return {
      name,
      perSecond: middle('perSecond'),
      process: middle('process'),
      database: middle('database'),
      log: middle('log'),
    }
  } finally {
    await client.end()
  }
}

async function readLog(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes",
  )
  return Number(rows[0]?.bytes)
}

/** The product as `WORKERS` processes on one port, as it runs in production. */
async function startWorkers({ setup, origin }: Given): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'agency-support-bench-'))
  const port = Number(new URL(origin).port) + 1
  const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
  const output = openSync(devNull, 'w')
  const child = spawn(process.execPath, [...nodeFlags, main], {
    env: {
      PATH: process.env['PATH'],
      ...productEnv(setup.databaseUrl, folder),
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      POOL_SIZE: '10',
      WORKERS: String(workers),
    },
    stdio: ['ignore', output, 2],
  })
  const ended = once(child, 'exit')
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`The ${workers} workers ended with ${child.exitCode}.`)
    await pause(100)
  }
  const pid = child.pid ?? 0
  return {
    port,
    child: {
      ask: () => Promise.resolve(readTreeCpu(pid)),
      stop: async () => {
        child.kill('SIGTERM')
        await ended
        rmSync(folder, { recursive: true, force: true })
      },
    },
  }
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
    ...costs.map(({ name, perSecond, process, database, log }) => [
      name,
      whole(perSecond),
      whole(process),
      whole(database),
      whole(1e6 / process),
      whole(1e6 / database),
      whole(log),
      gainOf(name),
    ]),
  ])
}
