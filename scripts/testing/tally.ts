import { existsSync, readFileSync } from 'node:fs'

export interface Tally {
  passed: number
  failed: number
  skipped: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

/** The counts of vitest's JSON report; a run that failed without a failed test counts as one failure. */
export function readVitest(file: string, ok: boolean): Tally {
  const report = readReport<VitestReport>(file)
  return honest(ok, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  })
}

/**
 * The counts of Playwright's JSON report, retried tests among the passed; a run that failed without a failed test
 * counts as one failure.
 */
export function readPlaywright(file: string, ok: boolean): Tally {
  const stats = readReport<PlaywrightReport>(file)?.stats
  return honest(ok, {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
  })
}

/** The counts of several runs together. */
export function sum(tallies: Tally[]): Tally {
  const add = (a: Tally, b: Tally): Tally => ({
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  })
  return tallies.reduce(add, { passed: 0, failed: 0, skipped: 0 })
}

/** `12 passed, 0 failed`, plus `, 1 skipped` if there is one. */
export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

// A file that does not load, an error outside tests or a crash leaves no failed test.
function honest(ok: boolean, tally: Tally): Tally {
  return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 }
}

/** What a test runner wrote about its run; undefined if it did not get that far. */
export function readReport<Report>(file: string): Report | undefined {
  if (!existsSync(file)) return undefined
  const report: Report = JSON.parse(readFileSync(file, 'utf8'))
  return report
}
