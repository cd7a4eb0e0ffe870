import { onTerminationSignal } from '@agency-support/sandbox/signals'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { cpus, devNull, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runMain } from '../../scripts/entry.ts'
import { recordRun } from '../../scripts/recorded-run.ts'
import { capacityCase, capacityTable, measureCapacity } from './capacity.ts'
import { cookieName } from './people.ts'
import { caseNames, type Fixtures } from './cases.ts'
import { startChild } from './child.ts'
import { nodeFlags, poolSize, productEnv } from './start-product.ts'
import { type Contenders, compare, type ProductQuestion, type Sampling } from './comparison.ts'
import { type Measurable, runGate } from './gate.ts'
import { type BenchSetup, setUp } from './setup.ts'
import { heavyCase, heavySentence, measureHeavy } from './heavy.ts'
import type { Turn, TurnAnswer } from './load.ts'
import { measurePolling, pollingCase, pollingSentence } from './polling.ts'
import { startDeadProviders } from './dead-providers.ts'
import { measureProviders, providersCase, providersSentence } from './providers.ts'
import { selectOnly } from './only.ts'
import { measurePeers } from './peers/measure.ts'
import { measureReplica, replicaCase, replicaSentence } from './replica.ts'
import { measureReports, reportsCase, reportsSentence } from './reports.ts'
import { formatTable } from './table.ts'
import { measureLiveLatency, liveLatencyCase, liveLatencySentence } from './live-latency.ts'
import { say } from './say.ts'

/** Demo agencies; some of them poll. */
const demoAgencies = 6_000
/** People who only load heavy lists or ask providers, in addition to those who read and rename. */
const listers = 20
const minAgencies = 1_000
const fullSampling: Sampling = { turns: 9, seconds: 0.5, warmSeconds: 2 }
const quickSampling: Sampling = { turns: 5, seconds: 0.3, warmSeconds: 1 }

/** Measured after the comparison with the limit, in this order. */
const otherCases = [
  capacityCase,
  replicaCase,
  heavyCase,
  providersCase,
  pollingCase,
  reportsCase,
  liveLatencyCase,
] as const

interface Options {
  quick: boolean
  /** Folder for a CPU profile of the product. */
  profile: string | undefined
  /** Part of the name of the cases to run; all if omitted. */
  only: string | undefined
  /** Sizes of the databases in agencies, the largest first. */
  sizes: readonly number[]
  /** A folder in which the databases are kept for the next run. */
  keep: string | undefined
  /** Compares everything with its bounds instead of measuring in full. */
  gate: boolean
  /** Measures ready-made consoles on the same tables instead. */
  peers: boolean
  json: string | undefined
  record: boolean
}

async function main(options: Options): Promise<void> {
  await using endings = new AsyncDisposableStack()
  let wished = false
  onTerminationSignal(
    () => {
      wished = true
      void endings.disposeAsync().finally(() => process.exit(130))
    },
    () => process.exit(130),
  )
  try {
    await (options.gate ? measureGate : options.peers ? measureBesidePeers : measure)(options, endings)
  } catch (error) {
    // Stopped on request: the interrupted work fails, which is expected.
    if (!wished) throw error
  }
}

const toSampling = ({ quick }: Options): Sampling => (quick ? quickSampling : fullSampling)

async function open(
  agencies: number,
  { keep, profile }: Options,
  endings: AsyncDisposableStack,
): Promise<Measurable> {
  const setup = await setUp({ demo: demoAgencies, grown: agencies, keep }, say)
  endings.defer(() => setup.stop())
  return { setup, agencies, ...(await startContenders(setup, profile, endings)) }
}

const versions = ({ postgresVersion }: BenchSetup): string =>
  `${machine()}, Node ${process.versions.node}, PostgreSQL ${postgresVersion}`

async function measureGate(options: Options, endings: AsyncDisposableStack): Promise<void> {
  const { sizes, json, record } = options
  const [largest = 0, ...others] = sizes
  const first = await open(largest, options, endings)
  const opened: [Measurable, ...Measurable[]] = [first]
  for (const size of others) opened.push(await open(size, options, endings))
  const isFine = await runGate(opened, {
    sampling: toSampling(options),
    only: options.only,
    say,
    machine: versions(first.setup),
    json,
    record,
  })
  if (!isFine) process.exitCode = 1
}

async function measureBesidePeers(options: Options, endings: AsyncDisposableStack): Promise<void> {
  const opened = await open(options.sizes[0] ?? 0, options, endings)
  await measurePeers(opened, {
    sampling: toSampling(options),
    only: options.only,
    say,
    record: options.record,
    poolSize,
  })
}

async function measure(options: Options, endings: AsyncDisposableStack): Promise<void> {
  const wanted = new Set(selectOnly([...caseNames, ...otherCases], options.only))
  const opened = await open(options.sizes[0] ?? 0, options, endings)
  const { setup, contenders, fixtures } = opened
  say(`${versions(setup)}\n`)
  const sampling = toSampling(options)
  const cases = caseNames.filter((name) => wanted.has(name))
  const lines = await compare(contenders, {
    cases,
    sampling,
    onLine: ({ name, concurrency, throughput }) =>
      say(`${name}, ${concurrency} at once: ${throughput.toFixed(2)} of the limit`),
  })
  if (cases.length > 0) say(`\n${formatTable(lines)}`)
  if (wanted.has(capacityCase)) await showCapacity(opened, sampling, options.record)
  if (wanted.has(replicaCase)) say(`\n${replicaSentence(await measureReplica(contenders, setup))}`)
  if (wanted.has(heavyCase)) {
    const { origin } = fixtures
    const heavy = await measureHeavy(contenders, { origin, cookies: listersCookies(setup) }, sampling)
    say(`\n${heavySentence(heavy)}`)
    if (!heavy.isFine) process.exitCode = 1
  }
  if (wanted.has(providersCase)) {
    const { origin } = fixtures
    const providers = await measureProviders(
      contenders,
      setup,
      { origin, cookies: listersCookies(setup) },
      sampling,
    )
    say(`\n${providersSentence(providers)}`)
    if (!providers.isFine) process.exitCode = 1
  }
  if (wanted.has(pollingCase)) {
    const polling = await measurePolling(contenders, setup, sampling)
    say(`\n${pollingSentence(polling)}`)
    if (!polling.isFine) process.exitCode = 1
  }
  if (wanted.has(reportsCase)) {
    const [cookie = ''] = listersCookies(setup)
    const reports = await measureReports(contenders.product, setup, { origin: fixtures.origin, cookie })
    say(`\n${reportsSentence(reports)}`)
    if (!reports.isFine) process.exitCode = 1
  }
  // Last, because it signs people out.
  if (wanted.has(liveLatencyCase)) {
    const liveLatency = await measureLiveLatency(contenders.product.port, fixtures)
    say(`\n${liveLatencySentence(liveLatency)}`)
    if (!liveLatency.isFine) process.exitCode = 1
  }
}

async function showCapacity(
  { setup, contenders, fixtures }: Measurable,
  sampling: Sampling,
  isRecorded: boolean,
): Promise<void> {
  // Before, because the measurement is a load of its own.
  const taken = `Measured on ${new Date().toISOString().slice(0, 10)} on ${versions(setup)}.`
  const table = capacityTable(
    await measureCapacity({ setup, contenders, sampling, origin: fixtures.origin, say }),
  )
  say(`\n${table}`)
  if (isRecorded)
    recordRun('performance.md', 'npm run bench -- --only capacity --record', `${taken}\n\n${table}`)
}

/** Load from other programs slows the product more than the limit, because it waits for PostgreSQL more often. */
function machine(): string {
  const cores = cpus()
  const busy = loadavg()[0] ?? 0
  const others = busy > cores.length ? ', busy: the ratios will be too low' : ''
  return `${cores.length} × ${cores[0]?.model ?? 'unknown processor'} (load ${busy.toFixed(1)}${others})`
}

async function startContenders(
  setup: BenchSetup,
  profile: string | undefined,
  endings: AsyncDisposableStack,
): Promise<{ contenders: Contenders; fixtures: Fixtures }> {
  const shared = { DATABASE_URL: setup.databaseUrl, POOL_SIZE: poolSize }
  const providers = await startDeadProviders()
  const folder = mkdtempSync(join(tmpdir(), 'agency-support-bench-'))
  endings.defer(() => rmSync(folder, { recursive: true, force: true }))
  endings.defer(() => providers.stop())
  const { first, child: product } = await startChild<
    { port: number; origin: string },
    ProductQuestion,
    number
  >('./product.ts', {
    env: { ...productEnv(setup.databaseUrl, folder), POOL_SIZE: poolSize, ...providers.env },
    // An access log as in production; in a file next to the database it would be part of every commit.
    output: openSync(devNull, 'w'),
    nodeFlags: [...nodeFlags, ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`])],
  })
  endings.defer(() => product.stop())
  const { first: limitFirst, child: limit } = await startChild<{ port: number }, 'cpu', number>(
    './limit.ts',
    { env: shared },
  )
  endings.defer(() => limit.stop())
  const { origin, port } = first
  const fixtures: Fixtures = {
    ...setup,
    origin,
    cookies: toCookies(setup.tokens.slice(listers)),
  }
  const { child: load } = await startChild<'ready', Turn, TurnAnswer>('./load.ts', {
    args: [JSON.stringify(fixtures)],
  })
  endings.defer(() => load.stop())
  const contenders = {
    product: { port, child: product },
    limit: { port: limitFirst.port, child: limit },
    load,
  }
  return { contenders, fixtures }
}

const toCookies = (tokens: readonly string[]): string[] => tokens.map((token) => `${cookieName}=${token}`)
const listersCookies = ({ tokens }: BenchSetup): string[] => toCookies(tokens.slice(0, listers))

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    profile: { type: 'string' },
    only: { type: 'string' },
    gate: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    agencies: { type: 'string', default: '100000' },
    scale: { type: 'string', default: '1' },
    keep: { type: 'string' },
    json: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
})
const { quick, profile, only, gate, peers, keep, json, record } = values
const sizes = values.agencies.split(',').map((count) => Math.round(Number(count) * Number(values.scale)))
if (!sizes.every((size) => size >= minAgencies))
  throw new Error(
    `--agencies takes numbers of ${minAgencies} or more with commas between them, times --scale.`,
  )
await runMain(() =>
  main({ quick, profile, only, gate, peers, keep, json, record, sizes: sizes.toSorted((a, b) => b - a) }),
)
