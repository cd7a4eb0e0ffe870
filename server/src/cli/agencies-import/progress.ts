import type { Cli } from '../cli.ts'

const width = 30
const everyMs = 10_000

/** Reports progress on standard error: a bar on a terminal, otherwise a line every ten seconds. */
export class Progress {
  readonly #cli: Pick<Cli, 'err' | 'clock'>
  readonly #what: string
  readonly #total: number
  #done = 0
  #shown = -1
  #saidAt: number

  /** `what` happens to `total` bytes or agencies, for example they are read or merged. */
  constructor(cli: Pick<Cli, 'err' | 'clock'>, what: string, total: number) {
    this.#cli = cli
    this.#what = what
    this.#total = total
    this.#saidAt = cli.clock.now().getTime()
  }

  /** Sets the amount that is done. */
  reach(done: number): void {
    this.#done = done
    const percent = this.#total === 0 ? 100 : Math.min(100, Math.floor((done / this.#total) * 100))
    if (percent === this.#shown) return
    if (this.#cli.err.isTTY === true) this.#draw(percent)
    else this.printLine(`${percent} % ${this.#what}`)
  }

  /** Adds to the amount that is done. */
  add(more: number): void {
    this.reach(this.#done + more)
  }

  /** Prints a line, unless another one was printed a moment ago. */
  printLine(line: string): void {
    const now = this.#cli.clock.now().getTime()
    if (now - this.#saidAt < everyMs) return
    this.#saidAt = now
    this.end()
    this.#cli.err.write(`${line}\n`)
  }

  /** Ends the line of the bar. */
  end(): void {
    if (this.#shown >= 0) this.#cli.err.write('\n')
    this.#shown = -1
  }

  #draw(percent: number): void {
    this.#shown = percent
    const filled = Math.round((percent / 100) * width)
    this.#cli.err.write(`\r[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${percent} % ${this.#what}`)
  }
}
