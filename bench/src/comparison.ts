import { type CaseName, mayBeAtOnce } from './cases.ts'
import type { Child } from './child.ts'
import { usualConcurrency, type Line, toLine, type Measured, type Pair } from './figures.ts'
import type { Turn, TurnAnswer, TurnResult } from './load.ts'
import type { PeerName } from './peers/peers.ts'

/** A server under load, in a process of its own that tells its processor time. */
export interface Server {
  port: number
  child: Child<'cpu', number>
}

/** What the product tells of its process: memory in megabytes, delays in milliseconds. */
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

/** One of two that take turns: a server, who sends requests to it, and which. */
export interface Side {
  server: Server
  load: Child<Turn, TurnAnswer>
  name: CaseName
  /** Which ready-made console the server is, where it is one. */
  peer?: PeerName
}

const concurrencies = [1, usualConcurrency, 64]

/** Lets product and limit take turns at these cases; `onLine` hears of each line as it is done. */
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

/** Lets two take turns, after one turn each that does not count. */
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

/** Numbers the requests, so that none is ever sent twice. */
let asked = 0

async function takeTurn(
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

/** One turn of requests; throws what went wrong when one of them failed. */
export async function sendTurn(load: Child<Turn, TurnAnswer>, turn: Turn): Promise<TurnResult> {
  const result = await load.ask(turn)
  if ('failed' in result) throw new Error(result.failed)
  return result
}
