import { createHistogram } from 'node:perf_hooks'
import { type CaseName, type Fixtures, makeRequest, successOf } from './cases.ts'
import { answerParent } from './child.ts'
import { Connection } from './connection.ts'
import { makePeerRequest, type PeerCase, type PeerName } from './peers/peers.ts'

/** One turn: this many connections, each always with one request in flight. */
export interface Turn {
  port: number
  name: CaseName
  /** The peer on this port, if it is neither product nor limit; it has its own requests. */
  peer?: PeerName | undefined
  concurrency: number
  seconds: number
  /** Number of the turn's first request. */
  from: number
}

/** The result of a turn; times in microseconds. */
export interface TurnResult {
  requests: number
  seconds: number
  p50: number
  p95: number
  p99: number
}

/** The answer to the parent about a turn. */
export type TurnAnswer = TurnResult | { failed: string }

const fixtures = JSON.parse(process.argv[2] ?? '') as Fixtures

const write = ({ name, peer }: Turn, count: number): string =>
  peer === undefined
    ? makeRequest(name, fixtures, count)
    : makePeerRequest(peer, name as PeerCase, fixtures, count)

async function takeTurn(turn: Turn): Promise<TurnResult> {
  const { port, name, peer, concurrency, seconds, from } = turn
  const times = createHistogram()
  const success = peer === undefined ? successOf(name) : '{"'
  const open = (): Promise<Connection> => Connection.open(port, success)
  const connections = await Promise.all(Array.from({ length: concurrency }, open))
  using _closing = { [Symbol.dispose]: () => connections.forEach((connection) => connection.close()) }
  const started = performance.now()
  const end = started + seconds * 1000
  let next = from
  await Promise.all(
    connections.map(async (connection) => {
      for (;;) {
        const request = write(turn, next++)
        const sent = performance.now()
        if (sent >= end) return
        await connection.send(request)
        times.record(Math.max(1, Math.round((performance.now() - sent) * 1000)))
      }
    }),
  )
  const took = (performance.now() - started) / 1000
  return {
    requests: times.count,
    seconds: took,
    p50: times.percentile(50),
    p95: times.percentile(95),
    p99: times.percentile(99),
  }
}

/** A failed request ends the turn, but not this process. */
const toAnswer = (turn: Turn): Promise<TurnAnswer> =>
  takeTurn(turn).catch((error: unknown) => ({
    failed: error instanceof Error ? error.message : String(error),
  }))

answerParent<Turn, TurnAnswer>(toAnswer, () => Promise.resolve())
process.send?.('ready')
