import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { root } from '../entry.ts'
import { readReport } from './tally.ts'

/** Seconds per test file, including setup and imports, by its path in the repository. */
export type FileTimes = Readonly<Record<string, number>>

/** Result of a run besides its counts. */
export interface RunReport {
  times: FileTimes
  /** Tests that passed only on the retry. */
  flaky: readonly string[]
}

/** Environment variable of vitest with the path of the file that {@link RunReporter} writes. */
export const runReportVariable = 'AGENCY_SUPPORT_RUN_REPORT'

/** Vitest's own JSON report lacks the time before a file's first test, and which tests were retried. */
export class RunReporter implements Reporter {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const times: Record<string, number> = {}
    const flaky: string[] = []
    for (const module of modules) {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      const path = relative(root, module.moduleId)
      times[path] = (collectDuration + setupDuration + duration) / 1000
      for (const one of module.children.allTests())
        if (one.diagnostic()?.flaky === true) flaky.push(`${path} › ${one.fullName}`)
    }
    writeFileSync(this.#path, JSON.stringify({ times, flaky } satisfies RunReport))
  }
}

/** The reporter's result; empty if it wrote none. */
export function readVitestRun(file: string): RunReport {
  return readReport<RunReport>(file) ?? { times: {}, flaky: [] }
}

interface Suite {
  file: string
  specs?: { title: string; tests: { status: string; results: { duration: number }[] }[] }[]
  suites?: Suite[]
}

/** The same from Playwright's JSON report. */
export function readPlaywrightRun(file: string): RunReport {
  const suites = readReport<{ suites: Suite[] }>(file)?.suites ?? []
  const times = suites.map((suite) => [`e2e/${suite.file}`, toMilliseconds(suite) / 1000])
  return { times: Object.fromEntries(times), flaky: suites.flatMap(listFlaky) }
}

function toMilliseconds({ specs = [], suites = [] }: Suite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((one) => one.results))
  const own = results.reduce((total, { duration }) => total + duration, 0)
  return suites.reduce((total, suite) => total + toMilliseconds(suite), own)
}

function listFlaky({ file, specs = [], suites = [] }: Suite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...own.map(({ title }) => `e2e/${file} › ${title}`), ...suites.flatMap(listFlaky)]
}

/** One warning for each retried test: it passed by luck, or the product has a race. */
export function flakyLines({ flaky }: RunReport): string[] {
  return flaky.map((name) => `!! passed only at the second try; find the race: ${name}`)
}

const maxShown = 10
const limit = 60

/**
 * The ten slowest files, and a warning for each that takes over a minute. It does not fail the run: wall-clock times
 * grow many times over on a busy machine.
 */
export function slowestLines(times: FileTimes): string[] {
  const slowest = Object.entries(times).sort(([, a], [, b]) => b - a)
  if (slowest.length < 2) return []
  const tooSlow = slowest.filter(([, seconds]) => seconds > limit)
  return [
    'The slowest files:',
    ...slowest.slice(0, maxShown).map(([path, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${path}`),
    ...tooSlow.map(
      ([path, seconds]) =>
        `!! ${path} took ${seconds.toFixed(0)} s, over ${limit} s. If the machine was free, make it smaller or cut it by subject.`,
    ),
  ]
}
