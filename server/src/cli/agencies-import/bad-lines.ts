import { CliProblem } from '../cli.ts'
import type { BadLine } from './read-agencies.ts'

const maxListed = 100

/** Receives lines that cannot be imported. */
export interface BadLines {
  /** Number of bad lines so far. */
  readonly count: number
  write(bad: readonly BadLine[]): Promise<void>
  /** Messages about them. */
  sentences(): string[]
}

const toSentence = ({ line, why }: BadLine): string => `line ${line}: ${why}`

/** Stops reading at the first bad line. */
export class FirstBadLine implements BadLines {
  readonly count = 0

  write([first]: readonly BadLine[]): Promise<void> {
    return first === undefined ? Promise.resolve() : Promise.reject(new CliProblem(toSentence(first)))
  }

  sentences(): string[] {
    return []
  }
}

/** Keeps the first hundred bad lines, to report them together. */
export class ListedBadLines implements BadLines {
  count = 0
  readonly #listed: string[] = []

  write(bad: readonly BadLine[]): Promise<void> {
    this.count += bad.length
    for (const line of bad.slice(0, maxListed - this.#listed.length)) this.#listed.push(toSentence(line))
    return Promise.resolve()
  }

  /** One sentence per kept line, and the total. */
  sentences(): string[] {
    const more = this.count - this.#listed.length
    return [
      ...this.#listed,
      ...(more > 0 ? [`and ${more} more`] : []),
      ...(this.count > 1 ? [`${this.count} bad lines`] : []),
    ]
  }
}
