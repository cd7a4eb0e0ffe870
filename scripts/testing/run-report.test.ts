import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { flakyLines, readPlaywrightRun, readVitestRun, slowestLines } from './run-report.ts'

let file: string

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-support-times-'))
  file = join(folder, 'report.json')
  return () => rmSync(folder, { recursive: true })
})

const spec = (title: string, status: string, ...durations: number[]) => ({
  title,
  tests: [{ status, results: durations.map((duration) => ({ duration })) }],
})

test('a browser file takes what its tests take, those in groups and second tries too', () => {
  const inner = { file: 'a.e2e.ts', specs: [spec('b', 'flaky', 500, 1000)] }
  const suite = { file: 'a.e2e.ts', specs: [spec('a', 'expected', 500)], suites: [inner] }
  writeFileSync(file, JSON.stringify({ suites: [suite] }))
  expect(readPlaywrightRun(file)).toEqual({ times: { 'e2e/a.e2e.ts': 2 }, flaky: ['e2e/a.e2e.ts › b'] })
})

test('a test that passed only at the second try is named loudly', () => {
  expect(flakyLines({ times: {}, flaky: ['a.test.ts › b'] })).toEqual([
    '!! passed only at the second try; find the race: a.test.ts › b',
  ])
})

test('the ten slowest are printed, slowest first', () => {
  const times = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`f${index}`, index]))
  const lines = slowestLines(times)
  expect(lines).toHaveLength(11)
  expect(lines[1]).toMatch(/ 11\.0 s {2}f11$/)
  expect(lines.at(-1)).toMatch(/ 2\.0 s {2}f2$/)
})

test('a file over a minute is named loudly', () => {
  expect(slowestLines({ a: 60, b: 1 }).join('\n')).not.toContain('!!')
  expect(slowestLines({ a: 61, b: 1 }).at(-1)).toMatch(/^!! a took 61 s, over 60 s/)
})

test('one file alone needs no list', () => {
  expect(slowestLines({ a: 5 })).toEqual([])
})

test('a run that wrote no report has none', () => {
  expect(readVitestRun(file)).toEqual({ times: {}, flaky: [] })
})
