import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPlaywright, readVitest, sum, tallyLine } from './tally.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agency-support-tally-'))
  file = join(folder, 'report.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (report: object) => writeFileSync(file, JSON.stringify(report))

test('counts come from the reports', () => {
  write({ numPassedTests: 5, numFailedTests: 2, numPendingTests: 1, numTodoTests: 0 })
  expect(readVitest(file, false)).toEqual({ passed: 5, failed: 2, skipped: 1 })
  write({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 4 } })
  expect(readPlaywright(file, false)).toEqual({ passed: 4, failed: 1, skipped: 4 })
})

test('a run that failed without a failed test counts as one failure', () => {
  expect(readVitest(file, false)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  write({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 })
  expect(readVitest(file, false)).toEqual({ passed: 5, failed: 1, skipped: 0 })
  expect(readVitest(file, true)).toEqual({ passed: 5, failed: 0, skipped: 0 })
})

test('the last line adds everything up', () => {
  const tallies = [
    { passed: 5, failed: 0, skipped: 0 },
    { passed: 3, failed: 1, skipped: 0 },
  ]
  expect(tallyLine(sum(tallies))).toBe('8 passed, 1 failed')
  expect(tallyLine({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped')
})
