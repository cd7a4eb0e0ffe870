import { type CaseName, mayBeAtOnce } from './cases.ts'
import type { Child } from './child.ts'
import { usualConcurrency, type Line, toLine, type Measured, type Pair } from './figures.ts'
import type { Turn, TurnAnswer, TurnResult } from './load.ts'
import type { PeerName } from './peers/peers.ts'

/** A server under load, in its own process, which reports its processor time. */
export interface Server {
  port: number
  child: Child<'cpu', number>
}

/** Questions to the product's process: memory in megabytes, delays in milliseconds. */
export type ProductQuestion = 'cpu' | 'peak' | 'memory' | 'delay'

export interface Contenders {
  product: Server & { child: Child<ProductQuestion, number> }
  limit: Server
  load: Child<Turn, TurnAnswer>
}

/** How thoroughly to measure. */
export interface Sampling {
  turns: number
  seconds: number
  warmSeconds: number
}

/** One of two alternating sides: a server, the load generator, and the case. */
export interface Side {
  server: Server
  load: Child<Turn, TurnAnswer>
  name: CaseName
  /** Set if the server is a ready-made console. */
  peer?: PeerName
}

const concurrencies = [1, usualConcurrency, 64]

/** Alternates product and limit for these cases; `onLine` receives each finished line. */
export async function compare(
  { product, limit, load }: Contenders,
  {
    cases,
    sampling,
    onLine,
  }: { cases: readonly CaseName[]; sampling: Sampling; onLine: (line: Line) => void },
): Promise<Line[]> {
  const lines: Line[] = []
  for (const name of cases)
    for (const concurrency of concurrencies.filter((one) => mayBeAtOnce(name, one))) {
      const sides = [
        { server: product, load, name },
        { server: limit, load, name },
      ] as const
      const line = await takeTurns(sides, concurrency, sampling)
      lines.push(line)
      onLine(line)
    }
  return lines
}

/** Alternates two sides, after one warm-up turn each. */
export async function takeTurns(
  [one, other]: readonly [Side, Side],
  concurrency: number,
  { turns, seconds, warmSeconds }: Sampling,
): Promise<Line> {
  const pair = async (each: number): Promise<Pair> => ({
    product: await takeTurn(one, concurrency, each),
    limit: await takeTurn(other, concurrency, each),
  })
  await pair(warmSeconds)
  const pairs: Pair[] = []
  while (pairs.length < turns) pairs.push(await pair(seconds))
  return toLine(one.name, concurrency, pairs)
}

/** Numbers the requests, so that none is sent twice. */
let asked = 0

/** One turn of a side, with the processor time of its server. */
export async function takeTurn(
  { server, load, name, peer }: Side,
  concurrency: number,
  seconds: number,
): Promise<Measured> {
  const { port, child } = server
  const before = await child.ask('cpu')
  const result = await sendTurn(load, { port, name, peer, concurrency, seconds, from: asked })
  asked += result.requests + concurrency
  return { ...result, cpu: (await child.ask('cpu')) - before }
}

/** One turn of requests; throws if one of them failed. */
export async function sendTurn(load: Child<Turn, TurnAnswer>, turn: Turn): Promise<TurnResult> {
  const result = await load.ask(turn)
  if ('failed' in result) throw new Error(result.failed)
  return result
}
