import type { Cli } from '../cli.ts'

const width = 30

/** A bar on a terminal's standard error; silent anywhere else. */
export class Progress {
  readonly #err: Cli['err']
  readonly #total: number
  #done = 0
  #shown = -1

  constructor({ err }: Pick<Cli, 'err'>, total: number) {
    this.#err = err
    this.#total = total
  }

  /** Counts bytes that were read. */
  add(bytes: number): void {
    this.#done += bytes
    const percent = this.#total === 0 ? 100 : Math.floor((this.#done / this.#total) * 100)
    if (this.#err.isTTY !== true || percent === this.#shown) return
    this.#shown = percent
    const filled = Math.round((percent / 100) * width)
    this.#err.write(`\r[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${percent} %`)
  }

  /** Leaves the bar's line. */
  end(): void {
    if (this.#shown >= 0) this.#err.write('\n')
    this.#shown = -1
  }
}
