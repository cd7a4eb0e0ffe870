import { onWishToEnd } from '@agency-support/sandbox/signals'
import { randomBytes } from 'node:crypto'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { caseNames, type Material } from './cases.ts'
import { startChild } from './child.ts'
import { type Contest, hold, type Pace } from './contest.ts'
import { belowGate, gate, type Line } from './figures.ts'
import { type Ground, layGround } from './ground.ts'
import type { Turn, TurnResult } from './load.ts'
import { tableOf } from './table.ts'

const agencies = 100_000
const poolSize = '10'
const fullPace: Pace = { turns: 5, seconds: 1, warmSeconds: 1 }
const quickPace: Pace = { turns: 3, seconds: 0.4, warmSeconds: 2 }

const say = (line: string): void => void process.stdout.write(`${line}\n`)

interface Options {
  quick: boolean
  /** A folder for a processor profile of the product. */
  profile: string | undefined
  /** Part of the name of the cases to run; all without it. */
  only: string | undefined
}

async function main({ quick, profile, only }: Options): Promise<void> {
  const ending: (() => Promise<void>)[] = []
  try {
    const ground = await layGround(agencies, say)
    ending.push(() => ground.stop())
    const model = cpus()[0]?.model ?? 'unknown processor'
    say(`${cpus().length} × ${model}, Node ${process.versions.node}, PostgreSQL ${ground.postgresVersion}\n`)
    const lines = await hold(await startContest(ground, profile, ending), {
      cases: caseNames.filter((name) => only === undefined || name.includes(only)),
      pace: quick ? quickPace : fullPace,
      onLine: ({ name, concurrency, throughput }) =>
        say(`${name}, ${concurrency} at once: ${throughput.toFixed(2)} of the limit`),
    })
    say(`\n${tableOf(lines)}`)
    judge(lines)
  } finally {
    for (const end of ending.reverse()) await end()
  }
}

function judge(lines: readonly Line[]): void {
  const below = belowGate(lines)
  for (const { name, throughput } of below)
    say(`\n${name} reaches ${throughput.toFixed(2)} of the limit; ${gate.throughput} is asked for.`)
  if (below.length > 0) process.exitCode = 1
}

async function startContest(
  ground: Ground,
  profile: string | undefined,
  ending: (() => Promise<void>)[],
): Promise<Contest> {
  const shared = { DATABASE_URL: ground.databaseUrl, POOL_SIZE: poolSize }
  const { first, child: product } = await startChild<{ port: number; origin: string }, 'cpu', number>(
    './product.ts',
    {
      env: {
        ...shared,
        PORT: '0',
        PUBLIC_ORIGIN: 'http://localhost:0',
        ENVIRONMENT: 'local',
        PROVIDER_NAME: 'Bench',
        JOURNAL_SEAL_KEY: randomBytes(32).toString('base64'),
      },
      nodeFlags: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
    },
  )
  ending.push(() => product.stop())
  const { first: limitFirst, child: limit } = await startChild<{ port: number }, 'cpu', number>(
    './limit.ts',
    { env: shared, nodeFlags: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}-limit`] },
  )
  ending.push(() => limit.stop())
  const { origin, port } = first
  const material: Material = {
    ...ground,
    origin,
    cookies: ground.tokens.map((token) => `agency_support=${token}`),
  }
  const { child: load } = await startChild<'ready', Turn, TurnResult>('./load.ts', {
    args: [JSON.stringify(material)],
  })
  ending.push(() => load.stop())
  return { product: { port, child: product }, limit: { port: limitFirst.port, child: limit }, load }
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    profile: { type: 'string' },
    only: { type: 'string' },
  },
})
onWishToEnd(
  () => process.exit(130),
  () => process.exit(130),
)
await main({ quick: values.quick, profile: values.profile, only: values.only })
