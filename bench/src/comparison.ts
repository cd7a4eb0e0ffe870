import type { CaseName } from './cases.ts'
import type { Child } from './child.ts'
import { usualConcurrency, type Line, toLine, type Measured, type Pair } from './figures.ts'
import type { Turn, TurnResult } from './load.ts'

/** A server under load, in a process of its own that tells its processor time. */
export interface Server {
  port: number
  child: Child<'cpu', number>
}

export interface Contenders {
  /** Tells the most memory it has held too, in megabytes. */
  product: Server & { child: Child<'cpu' | 'peak', number> }
  limit: Server
  load: Child<Turn, TurnResult>
}

/** How thoroughly to measure. */
export interface Sampling {
  turns: number
  seconds: number
  warmSeconds: number
}

const concurrencies = [1, usualConcurrency, 64]

/** Lets product and limit take turns at these cases; `onLine` hears of each line as it is done. */
export async function compare(
  contenders: Contenders,
  {
    cases,
    sampling,
    onLine,
  }: { cases: readonly CaseName[]; sampling: Sampling; onLine: (line: Line) => void },
): Promise<Line[]> {
  const lines: Line[] = []
  const turns = new Turns(contenders)
  for (const name of cases) {
    await turns.pair(name, usualConcurrency, sampling.warmSeconds)
    for (const concurrency of concurrencies) {
      const pairs: Pair[] = []
      while (pairs.length < sampling.turns) pairs.push(await turns.pair(name, concurrency, sampling.seconds))
      const line = toLine(name, concurrency, pairs)
      lines.push(line)
      onLine(line)
    }
  }
  return lines
}

/** Numbers the requests, so that none is ever sent twice. */
class Turns {
  readonly #contenders: Contenders
  #asked = 0

  constructor(contenders: Contenders) {
    this.#contenders = contenders
  }

  async pair(name: CaseName, concurrency: number, seconds: number): Promise<Pair> {
    const { product, limit } = this.#contenders
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
    const result = await this.#contenders.load.ask({ port, name, concurrency, seconds, from: this.#asked })
    this.#asked += result.requests + concurrency
    return { ...result, cpu: (await child.ask('cpu')) - before }
  }
}
