import { encodingOf, type LogEncoding } from './log-encoding.ts'

/** An index of line positions in a log: the number of line ends before each step of some bytes. */
export interface LineIndex {
  lines: number
  step: number
  before: readonly number[]
}

const newline = 0x0a
const minStep = 64 * 1024
/** Limits the index of the largest log to some kilobytes. */
const maxSteps = 8_192

/** Builds the index of a log while it streams by, in pieces of any size. */
export class LineCounter {
  readonly #step: number
  readonly #before: number[] = []
  #encoding: LogEncoding | undefined
  /** A single byte that waits for the second one of its unit. */
  #rest: Buffer = Buffer.alloc(0)
  #at = 0
  #ends = 0
  #isAfterEnd = true

  constructor(size: number) {
    // Even, so that no step begins inside a unit of UTF-16.
    this.#step = Math.max(minStep, 2 * Math.ceil(size / maxSteps / 2))
  }

  add(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    if (bytes.length > 1) this.#encoding ??= encodingOf(bytes)
    const whole = this.#encoding === 'utf-8' ? bytes.length : bytes.length - (bytes.length % 2)
    this.#rest = bytes.subarray(whole)
    if (whole > 0) this.#count(bytes.subarray(0, whole))
  }

  #count(bytes: Buffer): void {
    const encoding = this.#encoding ?? 'utf-8'
    let from = 0
    while (from < bytes.length) {
      const into = (this.#at + from) % this.#step
      if (into === 0) this.#before.push(this.#ends)
      const to = Math.min(bytes.length, from + this.#step - into)
      this.#ends += endsIn(bytes, from, to, encoding)
      from = to
    }
    const last = bytes.length - (encoding === 'utf-16le' ? 2 : 1)
    const isMarkOnly = encoding !== 'utf-8' && this.#at === 0 && bytes.length === 2
    this.#isAfterEnd = isMarkOnly || isLineEnd(bytes, last, encoding)
    this.#at += bytes.length
  }

  /** The index of all bytes, after the last of them. */
  done(): LineIndex {
    if (this.#rest.length > 0) this.#count(this.#rest)
    // Text after the last line end counts as a line, unless it is empty.
    return { lines: this.#ends + (this.#isAfterEnd ? 0 : 1), step: this.#step, before: this.#before }
  }
}

/** True if the byte at a position is that of a line end, in bytes that begin with a whole unit. */
function isLineEnd(bytes: Buffer, at: number, encoding: LogEncoding): boolean {
  if (bytes[at] !== newline) return false
  if (encoding === 'utf-8') return true
  return encoding === 'utf-16le' ? at % 2 === 0 && bytes[at + 1] === 0 : at % 2 === 1 && bytes[at - 1] === 0
}

function endsIn(bytes: Buffer, from: number, to: number, encoding: LogEncoding = 'utf-8'): number {
  let ends = 0
  for (let at = bytes.indexOf(newline, from); at !== -1 && at < to; at = bytes.indexOf(newline, at + 1))
    if (isLineEnd(bytes, at, encoding)) ends += 1
  return ends
}

/** The byte to start reading at, and the number of line ends to skip, to reach a line; lines count from 1. */
export function findLine(line: number, { step, before }: LineIndex): { start: number; linesToSkip: number } {
  const ends = line - 1
  let low = 0
  let high = before.length - 1
  // Finds the last step with fewer line ends before it than before the line.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((before[middle] ?? 0) < ends) low = middle
    else high = middle - 1
  }
  return { start: low * step, linesToSkip: ends - (before[low] ?? 0) }
}

const lineEnd = Buffer.from('\n')

/**
 * The same bytes in blocks of whole lines. A line is cut after `maxLine` bytes, and `onCut` is called; while its rest is
 * skipped, empty blocks are yielded so that the caller can give up. Text after the last line end only counts as a line
 * at the end of the file.
 */
export async function* wholeLines(
  body: AsyncIterable<Buffer>,
  { maxLine, reachesEnd, onCut }: { maxLine: number; reachesEnd: boolean; onCut?: () => void },
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let isDropping = false
  for await (const chunk of body) {
    const begin = isDropping ? chunk.indexOf(newline) + 1 : 0
    if (isDropping && begin === 0) {
      yield Buffer.alloc(0)
      continue
    }
    isDropping = false
    const end = chunk.lastIndexOf(newline) + 1
    const isWhole = end > begin
    if (isWhole) yield Buffer.concat([rest, chunk.subarray(begin, end)])
    rest = isWhole ? chunk.subarray(end) : Buffer.concat([rest, chunk.subarray(begin)])
    if (rest.length <= maxLine) continue
    onCut?.()
    yield Buffer.concat([rest.subarray(0, maxLine), lineEnd])
    rest = Buffer.alloc(0)
    isDropping = true
  }
  if (rest.length > 0 && reachesEnd) yield rest
}

/** The lines of a block, without line ends. */
export function splitLines(block: Buffer): string[] {
  const lines = block.toString('utf8').split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/** The number of lines in a block of whole lines. */
export function countLines(block: Buffer): number {
  const ends = endsIn(block, 0, block.length)
  return block.length === 0 || block.at(-1) === newline ? ends : ends + 1
}
