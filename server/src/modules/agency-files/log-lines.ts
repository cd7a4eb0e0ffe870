import type { agencyFiles, LogLines } from '@agency-support/contract/modules/agency-files'
import { maxShownLine } from '@agency-support/contract/rules/agency-files'
import type { Handler, Services } from '../../calls/context.ts'
import { encodingOf, type LogEncoding, toUtf8 } from './log-encoding.ts'
import { splitLines, findLine, wholeLines } from './line-index.ts'
import { type FileRow, findLog, type LogRow } from './store.ts'
import { toBytes, reachable } from './stored-file.ts'

const maxLine = 64 * 1024
/** Characters in all lines of one answer. */
const maxCharacters = 1_000_000
/** Bytes read for one answer, so that a line of gigabytes costs no more than any other. */
const maxBytes = 8 * 1024 * 1024

/** Some lines of a log, read from the nearest step of its index. */
export const logLines: Handler<typeof agencyFiles.logLines> = async (
  { agencyId, filePath, from, count },
  ctx,
) => {
  const log = await findLog(ctx.db, agencyId, filePath)
  if (log === undefined) throw ctx.refuse('none')
  const lines = from > log.lines ? [] : await reachable(takeLines(ctx.services, log, from, count))
  const next = from + lines.length
  return {
    version: getVersion(log),
    totalLines: log.lines,
    from,
    lines,
    next: lines.length > 0 && next <= log.lines ? next : null,
  } satisfies LogLines
}

/** Identifies the content of a log. */
export function getVersion({ sha256 }: LogRow): string {
  return sha256.slice(0, 16)
}

/** A line as it is displayed. */
export function shown(line: string): string {
  return line.length <= maxShownLine ? line : `${line.slice(0, maxShownLine).toWellFormed()} …`
}

/** How the text of a log is stored. */
export async function readEncoding(services: Services, log: FileRow): Promise<LogEncoding> {
  const mark: Buffer[] = []
  for await (const chunk of toBytes(services, log, { start: 0, end: Math.min(log.size, 2) - 1 }))
    mark.push(chunk)
  return encodingOf(Buffer.concat(mark))
}

/** Blocks of whole lines in UTF-8 from a line on, and the number of lines to skip in the first ones. */
export async function blocksFrom(
  services: Services,
  log: LogRow,
  { maxBytes, ...at }: { line: number; maxLine: number; maxBytes: number; onCut?: () => void },
): Promise<{ blocks: AsyncGenerator<Buffer>; linesToSkip: number }> {
  const encoding = await readEncoding(services, log)
  const index = { lines: log.lines, step: log.line_step, before: log.line_index }
  const { start, linesToSkip } = findLine(at.line, index)
  const range = { start, end: Math.min(log.size, start + maxBytes) - 1 }
  const reachesEnd = range.end === log.size - 1
  const text = toUtf8(toBytes(services, log, range), encoding)
  return { blocks: wholeLines(text, { ...at, reachesEnd }), linesToSkip }
}

async function takeLines(services: Services, log: LogRow, from: number, count: number): Promise<string[]> {
  const { blocks, linesToSkip } = await blocksFrom(services, log, { line: from, maxLine, maxBytes })
  const taken: string[] = []
  let toSkip = linesToSkip
  let characters = 0
  for await (const block of blocks) {
    const lines = splitLines(block)
    const wanted = lines.slice(toSkip)
    toSkip = Math.max(0, toSkip - lines.length)
    for (const line of wanted) {
      taken.push(shown(line))
      characters += line.length
      if (taken.length === count || characters > maxCharacters) return taken
    }
  }
  return taken
}
