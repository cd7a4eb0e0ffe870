import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { queryOptions } from '@tanstack/react-query'
import { callKey, load } from '../../../lib/requests/query.ts'
import { pageLines } from './log-windows.ts'

/** Lines of one version of a log. */
export interface LogPage {
  version: string
  totalLines: number
  lines: readonly string[]
}

/** Pages off screen are soon evicted: a log may be larger than memory. */
const keptMs = 30_000

/** The page that starts at line `from`; null if the log does not exist. */
export function pageQuery(agencyId: number, filePath: string, from: number) {
  const input = { agencyId: String(agencyId), filePath, from: String(from), count: String(pageLines) }
  return queryOptions({
    queryKey: callKey(agencyFiles.logLines, input),
    gcTime: keptMs,
    queryFn: ({ signal }) => readPage({ agencyId: input.agencyId, filePath }, from, signal),
  })
}

/** Long lines come in several answers. */
async function readPage(
  log: { agencyId: string; filePath: string },
  from: number,
  signal: AbortSignal,
): Promise<LogPage | null> {
  const lines: string[] = []
  let first: string | undefined
  for (let next = from; ; ) {
    const count = String(pageLines - lines.length)
    const part = await load(agencyFiles.logLines, { ...log, from: String(next), count }, signal)
    if (part === null) return null
    const { version, totalLines } = part
    // A log that was replaced meanwhile is read anew: the same number is another line now.
    if (first !== undefined && version !== first) return readPage(log, from, signal)
    first = version
    lines.push(...part.lines)
    if (part.next === null || lines.length >= pageLines) return { version, totalLines, lines }
    next = part.next
  }
}
