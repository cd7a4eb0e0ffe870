import type { agencyFiles, LogHits } from '@agency-support/contract/modules/agency-files'
import { isAtLeast, type LogLevel } from '@agency-support/contract/rules/agency-files'
import type { Handler } from '../../calls/context.ts'
import { countLines, splitLines } from './line-index.ts'
import { blocksFrom, shown, getVersion } from './log-lines.ts'
import { findLog } from './store.ts'
import { reachable } from './stored-file.ts'

const maxHits = 500
/** Milliseconds; then the answer says how far it got, and the console continues or stops. */
const timeoutMs = 700
/** Bytes of a line that are searched. */
const maxLine = 1024 * 1024

/** Matching lines of a log, as many as are found before the timeout. */
export const searchLog: Handler<typeof agencyFiles.searchLog> = async (input, ctx) => {
  const { agencyId, filePath, after } = input
  const log = await findLog(ctx.db, agencyId, filePath)
  if (log === undefined) throw ctx.refuse('none')
  const found = { version: getVersion(log), totalLines: log.lines }
  if (after >= log.lines) return { ...found, hits: [], hasLongLine: false, next: null }
  let isGone = false
  let hasLongLine = false
  ctx.request.whenGone(() => {
    isGone = true
  })
  const until = performance.now() + timeoutMs
  const { blocks, linesToSkip } = await reachable(
    blocksFrom(ctx.services, log, {
      line: after + 1,
      maxLine,
      maxBytes: log.size,
      onCut: () => {
        hasLongLine = true
      },
    }),
  )
  const search = new Search(input, after - linesToSkip)
  await reachable(search.run(blocks, () => isGone || performance.now() > until))
  const isAtEnd = search.line >= log.lines
  return { ...found, hits: search.hits, hasLongLine, next: isAtEnd ? null : search.line } satisfies LogHits
}

/** Searches a log block by block; splits a block into lines only if it contains the text. */
class Search {
  readonly hits: LogHits['hits'] = []
  /** The last line that was searched. */
  line: number
  readonly #after: number
  readonly #text: string
  readonly #level: LogLevel | ''

  constructor(asked: { text: string; level: LogLevel | ''; after: number }, line: number) {
    this.#text = asked.text.toLowerCase()
    this.#level = asked.level
    this.#after = asked.after
    this.line = line
  }

  async run(blocks: AsyncIterable<Buffer>, isOver: () => boolean): Promise<void> {
    for await (const block of blocks) {
      if (!this.#mayHold(block)) this.line += countLines(block)
      else this.#addHits(splitLines(block))
      if (this.hits.length >= maxHits || isOver()) return
    }
  }

  #mayHold(block: Buffer): boolean {
    return this.#text === '' || block.toString('utf8').toLowerCase().includes(this.#text)
  }

  #addHits(lines: readonly string[]): void {
    for (const text of lines) {
      if (this.hits.length >= maxHits) return
      this.line += 1
      if (this.line > this.#after && this.#matches(text))
        this.hits.push({ line: this.line, text: shown(text) })
    }
  }

  #matches(text: string): boolean {
    if (this.#text !== '' && !text.toLowerCase().includes(this.#text)) return false
    return this.#level === '' || isAtLeast(text, this.#level)
  }
}
