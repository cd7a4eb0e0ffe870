import { expect, test } from 'vitest'
import { findSizeProblems } from './sizes.ts'

function findProblems(source: string, path = 'web/src/components/a.ts'): string[] {
  return findSizeProblems(new Map([[path, source]]))
}

/** `count` lines with one statement each. */
function lines(count: number): string {
  return 'work()\n'.repeat(count)
}

test('a file may have 350 lines and no more', () => {
  expect(findProblems(lines(350))).toEqual([])
  expect(findProblems(lines(351))).toEqual(['web/src/components/a.ts has 351 lines of at most 350; split it'])
  expect(findProblems('a {}\n'.repeat(351), 'web/src/components/a.css')).toHaveLength(1)
})

test.each([
  ['function build() {\n', '}', 'build'],
  ['\n\nexport const build = () => {\n', '}', 'build'],
  ['const x = { async build() {\n', '}}', 'build'],
  ['class X { build() {\n', '}}', 'build'],
  ["on('x', () => {\n", '})', 'a function'],
])('%j may have 60 lines and no more', (before, after, name) => {
  expect(findProblems(`${before}${lines(58)}${after}`)).toEqual([])
  expect(findProblems(`${before}${lines(59)}${after}`)).toEqual([
    expect.stringContaining(`${name} has 61 lines of at most 60`),
  ])
})

test('the message tells the line where the function starts', () => {
  expect(findProblems(`\n\nfunction build() {\n${lines(60)}}`)).toEqual([
    'web/src/components/a.ts:3 build has 62 lines of at most 60; give its parts names of their own',
  ])
})

test('a group of tests may be long, a test may not', () => {
  const group = (inside: string) => `describe('x', () => {\n${inside}})`
  expect(findProblems(group(lines(100)))).toEqual([])
  expect(findProblems(`test.${group(lines(100))}`)).toEqual([])
  expect(findProblems(group(`test('y', () => {\n${lines(100)}})\n`))).toHaveLength(1)
})

test('migrations and generated types are left out', () => {
  expect(findProblems(lines(400), 'server/src/db/migrations/001_house.sql')).toEqual([])
  expect(findProblems(lines(400), 'server/src/db/types.ts')).toEqual([])
  expect(findProblems(lines(400), 'server/src/db/open.ts')).toHaveLength(1)
})
