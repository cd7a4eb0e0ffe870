import { createReadStream } from 'node:fs'
import { CliProblem } from '../cli.ts'

const blockBytes = 64 * 1024
const byteOrderMark = Buffer.from('\ufeff')

/** Advice for a file that is not UTF-8. */
export const saveAsUtf8 = 'Save it as UTF-8; Excel calls that "CSV UTF-8 (Comma delimited)".'

/**
 * Yields the bytes of a file in blocks, without its byte-order mark. `onRead` gets each block as it is in the file.
 * Throws a sentence if the first block has another encoding or classic Mac line ends.
 */
export async function* readBlocks(file: string, onRead: (block: Buffer) => void): AsyncGenerator<Buffer> {
  let first: Buffer | undefined = Buffer.alloc(0)
  for await (const block of createReadStream(file, { highWaterMark: blockBytes }) as AsyncIterable<Buffer>) {
    onRead(block)
    if (first === undefined) {
      yield block
      continue
    }
    first = Buffer.concat([first, block])
    // A pipe may return fewer bytes than a byte-order mark has.
    if (first.length < byteOrderMark.length) continue
    yield dropMark(first)
    first = undefined
  }
  if (first !== undefined && first.length > 0) yield dropMark(first)
}

function dropMark(first: Buffer): Buffer {
  const text = first.toString('latin1')
  if (/^(\xff\xfe|\xfe\xff|\0|.\0)/.test(text))
    throw new CliProblem(`The file is not UTF-8 but UTF-16. ${saveAsUtf8}`)
  if (/^[^\n]*\r[^\r\n]/.test(text))
    throw new CliProblem(
      'The lines of the file end in CR alone, as on old Macs. Save it with the line ends of Windows (CRLF) or Unix (LF).',
    )
  return first.subarray(0, 3).equals(byteOrderMark) ? first.subarray(3) : first
}
