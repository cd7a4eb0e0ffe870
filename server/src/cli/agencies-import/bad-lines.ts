import { CliProblem } from '../cli.ts'
import type { BadLine } from './read-agencies.ts'

const maxTold = 100

/** Where lines go that cannot be taken. */
export interface BadLines {
  /** How many came. */
  readonly count: number
  write(bad: readonly BadLine[]): Promise<void>
  /** What is to be told of those that came. */
  sentences(): string[]
}

const toSentence = ({ line, why }: BadLine): string => `line ${line}: ${why}`

/** The first bad line ends the reading. */
export class FirstBadLine implements BadLines {
  readonly count = 0

  write([first]: readonly BadLine[]): Promise<void> {
    return first === undefined ? Promise.resolve() : Promise.reject(new CliProblem(toSentence(first)))
  }

  sentences(): string[] {
    return []
  }
}

/** Keeps the first hundred, to tell them all at once. */
export class ListedBadLines implements BadLines {
  count = 0
  readonly #told: string[] = []

  write(bad: readonly BadLine[]): Promise<void> {
    this.count += bad.length
    for (const line of bad.slice(0, maxTold - this.#told.length)) this.#told.push(toSentence(line))
    return Promise.resolve()
  }

  /** A sentence a line, and how many lines there are. */
  sentences(): string[] {
    const more = this.count - this.#told.length
    return [
      ...this.#told,
      ...(more > 0 ? [`and ${more} more`] : []),
      ...(this.count > 1 ? [`${this.count} bad lines`] : []),
    ]
  }
}
