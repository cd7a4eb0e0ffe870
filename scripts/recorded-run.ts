import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from './entry.ts'

/** The machine of a run. */
export function getMachine(): Record<string, string | number> {
  const processor = cpus()[0]?.model ?? 'unknown'
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return { cores: availableParallelism(), processor, memoryGb, node: process.versions.node }
}

/** Time and machine of a run, as table rows. */
export function describeMachine(at: Date): [string, string][] {
  const { cores, processor, memoryGb, node } = getMachine()
  return [
    ['Taken on', at.toISOString().slice(0, 10)],
    ['Machine', `${cores} cores, ${processor}, ${memoryGb} GB, Node ${node}; everything shares it`],
  ]
}

/** A Markdown table; the first row is its head. */
export function toTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Writes the result of a run into a page below `docs`, between the comment that names its command and the end mark. */
export function recordRun(path: string, command: string, result: string): void {
  const page = join(root, 'docs', path)
  writeFileSync(
    page,
    withRun(readFileSync(page, 'utf8'), command, () => result),
  )
}

/** The page with the recorded run replaced by the result of `write`; throws if the page has no place for it. */
export function withRun(text: string, command: string, write: (before: string) => string): string {
  const begin = `<!-- The last recorded run; written by ${command} -->`
  const from = text.indexOf(begin)
  const to = text.indexOf('<!-- end -->', from)
  if (from < 0 || to < 0) throw new Error(`The page has no place for the run of ${command}.`)
  const after = from + begin.length
  return `${text.slice(0, after)}\n\n${write(text.slice(after, to))}\n\n${text.slice(to)}`
}
