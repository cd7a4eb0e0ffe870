import { describeMachine, recordRun, toTable } from '../../../scripts/recorded-run.ts'
import { startChild } from '../child.ts'
import { type Sampling, type Server, takeTurns } from '../comparison.ts'
import { type Line, usualConcurrency } from '../figures.ts'
import type { Measurable } from '../gate.ts'
import { selectOnly } from '../only.ts'
import { installPeer, peerFolder } from './installed.ts'
import { directusToken, type PeerCase, peerCases, type PeerName, peerNames, toPeerRequest } from './peers.ts'

interface Options {
  sampling: Sampling
  /** Part of the name of the cases to run; all if undefined. */
  only: string | undefined
  say: (line: string) => void
  /** True: the table is written to docs/performance.md. */
  record: boolean
  /** Connection pool size of each, as for the product. */
  poolSize: string
}

/** Alternates each ready-made console with the product, on the same tables. */
export async function measurePeers(
  measurable: Measurable,
  { sampling, only, say, record, poolSize }: Options,
): Promise<void> {
  const cases = selectOnly(peerCases, only)
  const env = { DATABASE_URL: measurable.setup.databaseUrl, POOL_SIZE: poolSize }
  const started: (readonly [PeerName, Server])[] = []
  const measured: (readonly [PeerName, Line])[] = []
  try {
    for (const peer of peerNames) {
      installPeer(peer, say)
      started.push([peer, await start(peer, env)])
    }
    // All peers do a case before the next one: the last case renames agencies that were read before.
    for (const name of cases)
      for (const [peer, server] of started) {
        await tryOnce(peer, name, server, measurable)
        const { product, load } = measurable.contenders
        const sides = [
          { server: product, load, name },
          { server, load, name, peer },
        ] as const
        const line = await takeTurns(sides, usualConcurrency, sampling)
        say(`${name}, ${usualConcurrency} at once: ${line.throughput.toFixed(1)} times ${peer}`)
        measured.push([peer, line])
      }
  } finally {
    for (const [, server] of started) await server.child.stop()
  }
  const table = toTable([head, ...measured.map(toRow)])
  say(`\n${table}`)
  if (!record) return
  const machine = describeMachine(new Date()).map(([what, value]) => `${what}: ${value}.`)
  const over = `Over ${measurable.agencies} agencies and ${measurable.setup.journal.entries} journal entries.`
  recordRun('performance.md', 'npm run bench -- --peers --record', `${machine.join(' ')} ${over}\n\n${table}`)
}

async function start(peer: PeerName, env: Readonly<Record<string, string>>): Promise<Server> {
  const cwd = peerFolder(peer)
  const { first, child } = await startChild<{ port: number }, 'cpu', number>(`./peers/${peer}.ts`, {
    // They look for files in their working directory or home, and write there.
    cwd,
    env: { HOME: cwd, NODE_ENV: 'production', ADMIN_JS_SKIP_BUNDLE: 'true', ...env },
  })
  return { port: first.port, child }
}

/**
 * Sends one request and checks that the answer contains the data, so that a fast refusal does not count as fast work.
 */
async function tryOnce(
  peer: PeerName,
  name: PeerCase,
  { port }: Server,
  { fixtures }: Measurable,
): Promise<void> {
  const { method, path, body } = toPeerRequest(peer, name, fixtures, 0)
  const headers = { authorization: `Bearer ${directusToken}`, 'content-type': 'application/json' }
  const sent = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, sent)
  const text = await answer.text()
  const expected: Readonly<Record<PeerCase, string>> = {
    config: `"agency_id":${fixtures.ids[0]}`,
    'first page': '"seq":"',
    'rare fragment': fixtures.byFrequency.rare[0] ?? '',
    'middling fragment': fixtures.byFrequency.middling[0] ?? '',
    'common fragment': fixtures.byFrequency.common[0] ?? '',
    rename: '"name":"Harbor Insurance 0"',
  }
  if (answer.status !== 200 || !text.toLowerCase().includes(expected[name].toLowerCase()))
    throw new Error(`${peer} answered ${name} with ${answer.status}: ${text.slice(0, 300)}`)
}

const head = [
  'work',
  'beside',
  'times as many a second',
  'product, beside',
  'p50, p99 of the product, ms',
  'beside, ms',
]

function toRow([peer, { name, product, limit, throughput }]: readonly [PeerName, Line]): string[] {
  const times = ({ p50, p99 }: Line['product']): string =>
    `${(p50 / 1000).toFixed(1)}, ${(p99 / 1000).toFixed(1)}`
  const rates = `${product.perSecond.toFixed(0)}/s, ${limit.perSecond.toFixed(0)}/s`
  return [name, peer, throughput.toFixed(1), rates, times(product), times(limit)]
}
