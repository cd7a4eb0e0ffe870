import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from './entry.ts'

/** Writes what a run measured into a page, between the comment that names its command and the end mark. */
export function recordRun(
  path: string,
  command: string,
  rows: readonly (readonly [what: string, value: string])[],
): void {
  const page = join(root, path)
  writeFileSync(page, withRun(readFileSync(page, 'utf8'), command, rows))
}

/** The page with a table of the run in place of the one before; throws where the page has no place for it. */
export function withRun(
  text: string,
  command: string,
  rows: readonly (readonly [what: string, value: string])[],
): string {
  const begin = `<!-- The last recorded run; written by ${command} -->`
  const from = text.indexOf(begin)
  const to = text.indexOf('<!-- end -->', from)
  if (from < 0 || to < 0) throw new Error(`The page has lost the place of the run of ${command}.`)
  const table = ['| What | Measured |', '|---|---|', ...rows.map(([what, value]) => `| ${what} | ${value} |`)]
  return `${text.slice(0, from + begin.length)}\n\n${table.join('\n')}\n\n${text.slice(to)}`
}

/** When and on what a run was made. */
export function describeMachine(at: Date): (readonly [what: string, value: string])[] {
  const memory = Math.round(totalmem() / 2 ** 30)
  const processor = cpus()[0]?.model ?? 'unknown'
  return [
    ['Taken on', at.toISOString().slice(0, 10)],
    ['Machine', `${availableParallelism()} cores, ${processor}, ${memory} GB, Node ${process.versions.node}`],
  ]
}
