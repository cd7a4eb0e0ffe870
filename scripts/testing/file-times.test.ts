import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readPlaywrightTimes, readVitestTimes, slowestLines } from './file-times.ts'

let file: string

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-support-times-'))
  file = join(folder, 'report.json')
  return () => rmSync(folder, { recursive: true })
})

test('a browser file takes what its tests take, those in groups too', () => {
  const spec = (duration: number) => ({ tests: [{ results: [{ duration }] }] })
  const suite = { file: 'a.e2e.ts', specs: [spec(500)], suites: [{ file: 'a.e2e.ts', specs: [spec(1500)] }] }
  writeFileSync(file, JSON.stringify({ suites: [suite] }))
  expect(readPlaywrightTimes(file)).toEqual({ 'e2e/a.e2e.ts': 2 })
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

test('a run that wrote no times has none', () => {
  expect(readVitestTimes(file)).toEqual({})
})
