import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { root } from '../entry.ts'

/** Seconds that a test file took, set-up and imports included, by its path in the repository. */
export type FileTimes = Readonly<Record<string, number>>

/** Names the file that {@link FileTimesReporter} writes to, in the environment of vitest. */
export const fileTimesVariable = 'AGENCY_SUPPORT_FILE_TIMES'

/** Vitest's reporter of times: its own JSON report leaves out what a file does before its first test. */
export class FileTimesReporter implements Reporter {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      return [relative(root, module.moduleId), (collectDuration + setupDuration + duration) / 1000]
    })
    writeFileSync(this.#path, JSON.stringify(Object.fromEntries(times)))
  }
}

/** What the reporter wrote; nothing when it did not come to it. */
export function readVitestTimes(file: string): FileTimes {
  return read<FileTimes>(file) ?? {}
}

type Suite = {
  file: string
  specs?: { tests: { results: { duration: number }[] }[] }[]
  suites?: Suite[]
}

/** Times of the files in Playwright's JSON report. */
export function readPlaywrightTimes(file: string): FileTimes {
  const suites = read<{ suites: Suite[] }>(file)?.suites ?? []
  return Object.fromEntries(suites.map((suite) => [`e2e/${suite.file}`, toMilliseconds(suite) / 1000]))
}

function toMilliseconds({ specs = [], suites = [] }: Suite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((one) => one.results))
  const own = results.reduce((total, { duration }) => total + duration, 0)
  return suites.reduce((total, suite) => total + toMilliseconds(suite), own)
}

const most = 10
const limit = 60

/**
 * The ten slowest files, and a warning for each that takes over a minute. It does not fail the run: the seconds are
 * those of the clock, and a busy machine stretches them many times over.
 */
export function slowestLines(times: FileTimes): string[] {
  const slowest = Object.entries(times).sort(([, a], [, b]) => b - a)
  if (slowest.length < 2) return []
  const tooSlow = slowest.filter(([, seconds]) => seconds > limit)
  return [
    'The slowest files:',
    ...slowest.slice(0, most).map(([path, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${path}`),
    ...tooSlow.map(
      ([path, seconds]) =>
        `!! ${path} took ${seconds.toFixed(0)} s, over ${limit} s. If the machine was free, make it smaller or cut it by subject.`,
    ),
  ]
}

function read<Report>(file: string): Report | undefined {
  if (!existsSync(file)) return undefined
  const report: Report = JSON.parse(readFileSync(file, 'utf8'))
  return report
}
