import { monitorEventLoopDelay } from 'node:perf_hooks'
import { FloodConnection } from './flood-connection.ts'

/** What a process that floods a server is told. */
export interface FloodOrder {
  port: number
  /** Whole requests, asked for in turn. */
  requests: readonly string[]
  seconds: number
  /** So many a second, whatever becomes of them; or so many at once, each again as soon as it is answered. */
  pace: { perSecond: number } | { atOnce: number }
}

/** What came of a flood. */
export interface FloodReport {
  seconds: FloodSecond[]
  /** How late the flood's own clock was, in milliseconds at its 99th percentile: more than a few, and the machine has too much to do. */
  ownDelayP99: number
}

/** What came of one second of a flood, counted by when a request was sent. */
export interface FloodSecond {
  sent: number
  /** Answered 200 within two seconds. */
  good: number
  /** Milliseconds to each answer, by its status; 0 stands for a connection that ended. */
  times: Record<number, number[]>
}

/** Longer than that an answer comes too late. */
const timeoutMs = 2_000
const tickMs = 5
/** Opened beforehand and used again, as a proxy in front does; who finds none free gets no answer. */
const connections = 2_000

class Flood {
  readonly #order: FloodOrder
  readonly #free: FloodConnection[] = []
  readonly #seconds: FloodSecond[] = []
  #began = 0
  #next = 0

  constructor(order: FloodOrder) {
    this.#order = order
  }

  async run(): Promise<FloodSecond[]> {
    const { pace, port, seconds } = this.#order
    const count = 'atOnce' in pace ? pace.atOnce : connections
    for (let number = 0; number < count; number += 1) this.#free.push(await FloodConnection.open(port))
    this.#began = performance.now()
    await ('atOnce' in pace ? this.#inTurn(pace.atOnce, seconds) : this.#steadily(pace.perSecond, seconds))
    for (const connection of this.#free) connection.close()
    return this.#seconds.slice(0, seconds)
  }

  async #inTurn(atOnce: number, seconds: number): Promise<void> {
    const lane = async (): Promise<void> => {
      while (performance.now() - this.#began < seconds * 1_000) await this.#askOne()
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
  }

  /** Counts what is under way: to wait for millions of promises at once would take longer than the flood. */
  async #steadily(perSecond: number, seconds: number): Promise<void> {
    let [asked, underWay, isOver] = [0, 0, false]
    const { promise, resolve } = Promise.withResolvers<void>()
    const ask = async (): Promise<void> => {
      asked += 1
      underWay += 1
      await this.#askOne()
      underWay -= 1
      if (isOver && underWay === 0) resolve()
    }
    const timer = setInterval(() => {
      const elapsed = Math.min(performance.now() - this.#began, seconds * 1_000)
      const due = Math.floor((elapsed / 1_000) * perSecond)
      while (asked < due) void ask()
      isOver = elapsed >= seconds * 1_000
      if (!isOver) return
      clearInterval(timer)
      if (underWay === 0) resolve()
    }, tickMs)
    await promise
  }

  async #askOne(): Promise<void> {
    const sent = performance.now()
    const second = this.#second(sent)
    second.sent += 1
    const status = await this.#send()
    const took = performance.now() - sent
    ;(second.times[status] ??= []).push(took)
    if (status === 200 && took <= timeoutMs) second.good += 1
  }

  async #send(): Promise<number> {
    const { port, requests } = this.#order
    const request = requests[(this.#next += 1) % requests.length] ?? ''
    const kept = this.#free.pop()
    if (kept === undefined) return 0
    const connection = kept.isClosed ? await FloodConnection.open(port) : kept
    const status = await connection.ask(request)
    this.#free.push(connection.isClosed ? await FloodConnection.open(port) : connection)
    return status
  }

  #second(at: number): FloodSecond {
    const number = Math.floor((at - this.#began) / 1_000)
    return (this.#seconds[number] ??= { sent: 0, good: 0, times: {} })
  }
}

process.on('message', (order: FloodOrder) => {
  const delay = monitorEventLoopDelay({ resolution: tickMs })
  delay.enable()
  void new Flood(order).run().then((seconds) => {
    const report: FloodReport = { seconds, ownDelayP99: delay.percentile(99) / 1e6 }
    process.send?.(report)
  })
})
process.once('disconnect', () => process.exit())
