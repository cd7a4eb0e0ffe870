import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { BadLine } from './read-agencies.ts'

/** A CSV file of the lines that could not be taken: where, why, and as they stood. */
export class RefusedFile {
  count = 0
  readonly #stream: ReturnType<typeof createWriteStream>

  constructor(path: string) {
    this.#stream = createWriteStream(path)
    // A failed write is told by `write` or `close`; without a listener it would end the process.
    this.#stream.on('error', () => undefined)
    this.#stream.write('line,reason,text\r\n')
  }

  /** Writes some lines and waits where the disk is slower than the reader. */
  async write(bad: readonly BadLine[]): Promise<void> {
    if (bad.length === 0) return
    this.count += bad.length
    const text = bad
      .map(({ line, why, raw }) => `${line},${inQuotes(why)},${inQuotes(raw.replace(/\r$/, ''))}\r\n`)
      .join('')
    if (this.#stream.errored !== null) throw this.#stream.errored
    if (!this.#stream.write(text)) await once(this.#stream, 'drain')
  }

  /** Lets go of a file whose import came to nothing. */
  [Symbol.dispose](): void {
    this.#stream.destroy()
  }

  /** Ends the file; rejects when it could not be written. */
  async close(): Promise<void> {
    if (this.#stream.errored !== null) throw this.#stream.errored
    const closed = once(this.#stream, 'close')
    this.#stream.end()
    await closed
  }
}

function inQuotes(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
