import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '../entry.ts'

const page = join(root, 'docs/reliability.md')
const end = '<!-- end -->'

/** A verb of `npm run crash` whose last recorded run stands in docs/reliability.md. */
type RecordedVerb = 'agencies' | 'database' | 'overload' | 'races'

/** The machine that a run was made on. */
export function getMachine(): Record<string, string | number> {
  const processor = cpus()[0]?.model ?? 'unknown'
  const memoryGb = Math.round(totalmem() / 2 ** 30)
  return { cores: availableParallelism(), processor, memoryGb, node: process.versions.node }
}

/** When and on which machine a run was made, as rows of its table. */
export function describeMachine(at: Date): [string, string][] {
  const { cores, processor, memoryGb, node } = getMachine()
  return [
    ['Taken on', at.toISOString().slice(0, 10)],
    ['Machine', `${cores} cores, ${processor}, ${memoryGb} GB, Node ${node}; everything shares it`],
  ]
}

/** A table of Markdown; the first row is its head. */
export function toTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Writes a run into docs/reliability.md, in place of the one before. */
export function recordRun(verb: RecordedVerb, told: string): void {
  writeFileSync(page, replaceRun(readFileSync(page, 'utf8'), verb, told))
}

function replaceRun(text: string, verb: RecordedVerb, told: string): string {
  const begin = `<!-- The last recorded run; written by npm run crash -- ${verb} --record -->`
  const from = text.indexOf(begin)
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0)
    throw new Error(`docs/reliability.md has lost the place of a recorded run: ${verb}.`)
  return `${text.slice(0, from + begin.length)}\n\n${told}\n\n${text.slice(to)}`
}
