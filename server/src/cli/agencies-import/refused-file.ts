import { csvLine } from '@agency-support/contract/rules/csv'
import { isUtf8 } from 'node:buffer'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { getErrorCode } from '../../lib/error-code.ts'
import { CliProblem } from '../cli.ts'
import type { BadLines } from './bad-lines.ts'
import type { BadLine } from './read-agencies.ts'

/** A CSV file of refused lines: line number, reason, and original text. */
export class RefusedFile implements BadLines {
  readonly path: string
  count = 0
  #file: FileHandle | undefined

  private constructor(path: string, file: FileHandle) {
    this.path = path
    this.#file = file
  }

  /** Creates the file; throws a sentence if it already exists. */
  static async create(path: string): Promise<RefusedFile> {
    try {
      const file = await open(path, 'wx')
      await file.appendFile(csvLine(['line', 'reason', 'text']))
      return new RefusedFile(path, file)
    } catch (cause) {
      if (getErrorCode(cause) !== 'EEXIST') throw cause
      throw new CliProblem(
        `${path} exists already. Name a file that does not, for the lines that are refused.`,
        {
          cause,
        },
      )
    }
  }

  async write(bad: readonly BadLine[]): Promise<void> {
    if (bad.length === 0) return
    this.count += bad.length
    await this.#file?.appendFile(Buffer.concat(bad.map(toLine)))
  }

  sentences(): string[] {
    return []
  }

  /** Closes the file, and deletes it if it is empty. */
  async close(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
    if (this.count === 0) await rm(this.path)
  }

  /** Deletes the file after a failed import. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#file === undefined) return
    this.count = 0
    await this.close()
  }
}

/** Text that is not UTF-8 keeps its bytes, because each was read as one character. */
function toLine({ line, why, raw }: BadLine): Buffer {
  const encoding = isUtf8(raw) ? 'utf8' : 'latin1'
  const before = csvLine([line, why]).replace(/\r\n$/, ',')
  return Buffer.concat([Buffer.from(before), Buffer.from(csvLine([raw.toString(encoding)]), encoding)])
}
