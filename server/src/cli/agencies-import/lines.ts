import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { CliProblem } from '../cli.ts'

/** A line of the file as it stands, without its line feed; `text` is undefined where it is not UTF-8. */
export interface PhysicalLine {
  number: number
  text: string | undefined
  bytes: Buffer
}

const lineFeed = 10
const byteOrderMark = Buffer.from('\ufeff')

/** A line longer than this is no agency; it keeps a file without line ends from filling the memory. */
const longestLine = 1_000_000

/** The lines of a file in batches, numbered from 1; tells how many bytes were read after each. Memory stays flat. */
export async function* readLines(
  file: string,
  onRead: (bytes: number) => void,
): AsyncGenerator<PhysicalLine[]> {
  let rest: Buffer = Buffer.alloc(0)
  let next = 1
  for await (const chunk of createReadStream(file, { highWaterMark: 64 * 1024 }) as AsyncIterable<Buffer>) {
    const block = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = block.lastIndexOf(lineFeed) + 1
    if (block.length - end > longestLine)
      throw new CliProblem(
        `A line after line ${next} is longer than ${longestLine} bytes. This is not a CSV file of agencies.`,
      )
    const lines = linesOf(next === 1 ? withoutMark(block.subarray(0, end)) : block.subarray(0, end), next)
    next += lines.length
    rest = block.subarray(end)
    yield lines
    onRead(chunk.length)
  }
  if (rest.length > 0) yield linesOf(next === 1 ? withoutMark(rest) : rest, next)
}

function withoutMark(block: Buffer): Buffer {
  return block.subarray(0, 3).equals(byteOrderMark) ? block.subarray(3) : block
}

// A line feed is never a part of another character in UTF-8, so bytes can be cut there before they are decoded.
function linesOf(block: Buffer, first: number): PhysicalLine[] {
  const lines: PhysicalLine[] = []
  const valid = isUtf8(block)
  for (let start = 0; start < block.length; ) {
    const found = block.indexOf(lineFeed, start)
    const end = found === -1 ? block.length : found
    const bytes = block.subarray(start, end)
    lines.push({
      number: first + lines.length,
      bytes,
      text: valid || isUtf8(bytes) ? bytes.toString('utf8') : undefined,
    })
    start = end + 1
  }
  return lines
}
