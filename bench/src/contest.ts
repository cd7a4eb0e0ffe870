import type { CaseName } from './cases.ts'
import type { Child } from './child.ts'
import { gate, type Line, lineOf, type Measured, type Pair } from './figures.ts'
import type { Turn, TurnResult } from './load.ts'

/** A server under load, in a process of its own that tells its processor time. */
export interface Server {
  port: number
  child: Child<'cpu', number>
}

export interface Contest {
  product: Server
  limit: Server
  load: Child<Turn, TurnResult>
}

/** How thoroughly to measure. */
export interface Pace {
  turns: number
  seconds: number
  warmSeconds: number
}

const concurrencies = [1, gate.concurrency, 64]

/** Lets product and limit take turns at these cases; `onLine` hears of each line as it is done. */
export async function hold(
  contest: Contest,
  { cases, pace, onLine }: { cases: readonly CaseName[]; pace: Pace; onLine: (line: Line) => void },
): Promise<Line[]> {
  const lines: Line[] = []
  const clerk = new Clerk(contest)
  for (const name of cases) {
    await clerk.pair(name, gate.concurrency, pace.warmSeconds)
    for (const concurrency of concurrencies) {
      const pairs: Pair[] = []
      while (pairs.length < pace.turns) pairs.push(await clerk.pair(name, concurrency, pace.seconds))
      const line = lineOf(name, concurrency, pairs)
      lines.push(line)
      onLine(line)
    }
  }
  return lines
}

/** Numbers the requests, so that none is ever sent twice. */
class Clerk {
  readonly #contest: Contest
  #asked = 0

  constructor(contest: Contest) {
    this.#contest = contest
  }

  async pair(name: CaseName, concurrency: number, seconds: number): Promise<Pair> {
    const { product, limit } = this.#contest
    return {
      product: await this.#turn(product, name, concurrency, seconds),
      limit: await this.#turn(limit, name, concurrency, seconds),
    }
  }

  async #turn(
    { port, child }: Server,
    name: CaseName,
    concurrency: number,
    seconds: number,
  ): Promise<Measured> {
    const before = await child.ask('cpu')
    const result = await this.#contest.load.ask({ port, name, concurrency, seconds, from: this.#asked })
    this.#asked += result.requests + concurrency
    return { ...result, cpu: (await child.ask('cpu')) - before }
  }
}
