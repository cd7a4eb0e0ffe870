import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findUnproved, type Line, readEvidencePage, readLines } from './check/evidence.ts'
import { isEntry, root } from './entry.ts'
import { readRepository } from './repository.ts'
import { type Coverage, computeCoverage, findLosses, readLedger, type StageCoverage } from './trace/ledger.ts'
import { listTitles } from './trace/test-titles.ts'

function readCoverage(): Coverage {
  const files = readRepository(/\.(test\.tsx?|e2e\.ts)$/)
  const titles = [...files].flatMap(([path, source]) => listTitles(path, source))
  return computeCoverage(readLedger(read('docs/requirements.tsv'), read('docs/stages.tsv')), titles)
}

/** Lost coverage of the finished stages, and wrong ids in titles, as sentences. */
export function findTraceProblems(): string[] {
  return findLosses(readCoverage(), read('docs/stages-done.txt'))
}

/** The rows of a stage that no test names, one line each, and a line of totals. */
export function stageReport({ stage, rows, missing }: StageCoverage): string {
  const lines = missing.map(
    ({ id, kind, requirement }) => `${id.padEnd(18)} ${kind.padEnd(10)} ${requirement}`,
  )
  return [
    ...lines,
    `${stage}: ${rows - missing.length} of ${rows} rows proved, ${missing.length} missing`,
  ].join('\n')
}

/** All stages as a table. */
export function overview(stages: readonly StageCoverage[]): string {
  const line = (name: string, ...cells: (string | number)[]) =>
    name.padEnd(14) + cells.map((cell) => String(cell).padStart(8)).join('')
  const rows = stages.reduce((sum, one) => sum + one.rows, 0)
  const missing = stages.reduce((sum, one) => sum + one.missing.length, 0)
  return [
    line('stage', 'rows', 'proved', 'missing'),
    ...stages.map((one) => line(one.stage, one.rows, one.rows - one.missing.length, one.missing.length)),
    line('all', rows, rows - missing, missing),
  ].join('\n')
}

/** The ASVS requirements that name neither a test nor a file, one line each, and a line of totals. */
function asvsReport(unproved: readonly Line[], all: number): string {
  const lines = unproved.map(({ id, meaning }) => `${id.padEnd(8)} ${meaning}`)
  const totals = `ASVS: ${all - unproved.length} of ${all} lines name a test or a file, ${unproved.length} missing`
  return [...lines, totals].join('\n')
}

function asvsMain(): number {
  const page = readEvidencePage()
  const unproved = findUnproved(page)
  console.log(asvsReport(unproved, readLines(page).filter(({ id }) => /^\d/.test(id)).length))
  return unproved.length === 0 ? 0 : 1
}

/** Prints problems, one a line; the exit code that says whether there was any. */
function reportProblems(problems: readonly string[]): 0 | 1 {
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? 0 : 1
}

function main(argument: string | undefined): number {
  if (argument === '--asvs') return asvsMain()
  const { stages, mistakes } = readCoverage()
  if (argument === undefined) {
    console.log(overview(stages))
    return reportProblems(mistakes)
  }
  const stage = stages.find((one) => one.stage === argument)
  if (stage === undefined) {
    return reportProblems([
      `There is no stage ${argument}; there are ${stages.map((one) => one.stage).join(', ')}.`,
    ])
  }
  console.log(stageReport(stage))
  return reportProblems(mistakes) === 0 && stage.missing.length === 0 ? 0 : 1
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

if (isEntry(import.meta.url)) process.exitCode = main(process.argv[2])
