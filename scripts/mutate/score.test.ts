import { expect, test } from 'vitest'
import { listRepository } from '../repository.ts'
import { findTarget, targets } from './modules.ts'
import { isSampled } from './sample.ts'
import { recordScore, scoreOf, survivorLines } from './score.ts'

const mutant = (status: string, line = 1) => ({
  status,
  fileName: '/repo/server/src/a.ts',
  mutatorName: 'EqualityOperator',
  replacement: 'a >\n  b',
  location: { start: { line } },
})

test('what is killed or never ends is noticed; what does not load counts as nothing', () => {
  const mutants = ['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError', 'Ignored']
  expect(scoreOf(mutants.map((status) => mutant(status)))).toEqual({
    mutants: 5,
    noticed: 3,
    endless: 1,
    survived: 1,
    notReached: 1,
    share: 60,
  })
  expect(scoreOf([]).share).toBe(100)
})

test('survivors are reported with place and change', () => {
  const mutants = [mutant('Killed'), mutant('Survived', 7), mutant('NoCoverage', 9)]
  // The checkout's own path ends with a slash.
  for (const root of ['/repo', '/repo/'])
    expect(survivorLines(mutants, root)).toEqual([
      'server/src/a.ts:7 EqualityOperator: a > b',
      'server/src/a.ts:9 EqualityOperator: a > b (no test comes here)',
    ])
})

test('a run writes its own row anew and leaves the others', () => {
  const score = { mutants: 10, noticed: 9, endless: 0, survived: 1, notReached: 0, share: 90 }
  const row = { score, goal: 90, at: new Date('2026-11-22T23:00:00Z') }
  const empty =
    '# Page\n\n<!-- The last recorded run; written by npm run mutate -- NAME --record -->\n<!-- end -->\n\nMore.\n'
  const both = recordScore(recordScore(empty, 'session', row), 'journal', row)
  const again = recordScore(both, 'session', {
    ...row,
    score: { ...score, noticed: 10, survived: 0, share: 100 },
  })
  expect(again.split('\n').filter((line) => /^\| [a-z]/.test(line))).toEqual([
    '| journal | 2026-11-22 | 10 | 9 | 1 | 0 | 90 % | 90 % |',
    '| session | 2026-11-22 | 10 | 10 | 0 | 0 | 100 % | 90 % |',
  ])
  expect(again).toMatch(/^# Page\n/)
  expect(again).toMatch(/\nMore\.\n$/)
  expect(() => recordScore('# Page', 'session', row)).toThrow('no place for the run')
})

test('a sample is named as one, with the number of all mutants and its seed', () => {
  const score = { mutants: 10, noticed: 9, endless: 0, survived: 1, notReached: 0, share: 90 }
  const row = { score, goal: 90, at: new Date('2026-11-22T23:00:00Z'), of: { mutants: 97, seed: '1' } }
  const page = '<!-- The last recorded run; written by npm run mutate -- NAME --record -->\n<!-- end -->'
  expect(recordScore(page, 'session', row)).toContain(
    '| session | 2026-11-22 | 10 of 97, seed 1 | 9 | 1 | 0 | 90 % | 90 % |',
  )
})

test('a sample takes about its part of the mutants: the same in every folder, others with another seed', () => {
  const take = (percent: number, seed: string, root: string) =>
    Array.from({ length: 2_000 }, (_, line) => ({
      fileName: `${root}/server/src/a.ts`,
      location: { start: { line, column: 3 } },
      mutatorName: 'EqualityOperator',
      replacement: 'a > b',
    })).flatMap((one, at) => (isSampled(one, { percent, seed, root }) ? [at] : []))
  const sample = take(10, '1', '/repo')
  expect(sample.length).toBeGreaterThan(150)
  expect(sample.length).toBeLessThan(250)
  expect(take(10, '1', '/elsewhere')).toEqual(sample)
  expect(take(10, '2', '/repo')).not.toEqual(sample)
  expect(take(20, '1', '/repo')).toEqual(expect.arrayContaining(sample))
  expect(take(100, '1', '/repo')).toHaveLength(2_000)
})

test('a name, a file and a folder each have their sources, tests and goal', () => {
  const paths = ['server/src/calls/heavy.ts', 'web/src/lib/requests/http.ts']
  expect(findTarget('journal', paths)).toBe(targets['journal'])
  expect(findTarget('server/src/calls/heavy.ts', paths)).toEqual({
    mutate: ['server/src/calls/heavy.ts'],
    tests: ['server/src/calls/**/*.test.{ts,tsx}'],
    goal: 80,
  })
  expect(findTarget('web/src/lib/', paths)).toEqual({
    mutate: ['web/src/lib/**/*.ts'],
    tests: ['web/src/**/*.test.{ts,tsx}'],
    goal: 70,
  })
  expect(findTarget('server/src/nowhere', paths)).toBeUndefined()
})

test('the logic of the server is what has a test of its own that starts neither a server nor a database', () => {
  const found = findTarget('server-logic', listRepository())
  expect(found?.mutate).toEqual(
    expect.arrayContaining(['server/src/settings/config.ts', 'server/src/calls/heavy.ts']),
  )
  expect(found?.tests).toEqual(found?.mutate.map((path) => path.replace(/\.ts$/, '.test.ts')))
  const others = ['server.ts', 'modules/staff/store.ts', 'journal/append.ts', 'http/health.ts', 'lib/log.ts']
  const paths = others.map((path) => `server/src/${path}`)
  expect(found?.mutate.filter((path) => paths.includes(path))).toEqual([])
})
