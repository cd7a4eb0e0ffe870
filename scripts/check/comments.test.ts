import { expect, test } from 'vitest'
import { findCommentProblems } from './comments.ts'

function findProblems(source: string): string[] {
  return findCommentProblems(new Map([['a.ts', source]]))
}

test.each([
  ['// eslint-disable-next-line\n', 'fix the code'],
  ['/* oxlint-disable */\n', 'fix the code'],
  ['// biome-ignore format: pretty\n', 'fix the code'],
  ['// @ts-ignore\n', 'give it the right type'],
  ['/** TODO: later */\n', 'do it now'],
  ['const a = 1 // FIXME\n', 'do it now'],
])('%j is refused', (source, advice) => {
  expect(findProblems(source)).toEqual([expect.stringContaining(advice)])
})

test('the line is reported', () => {
  expect(findProblems('\n\n// TODO\n')).toEqual([
    'a.ts:3 has a comment with TODO; do it now, or write an issue',
  ])
})

test('ordinary comments, strings and an expected type error are fine', () => {
  expect(
    findProblems("// why it is so\nconst a = '// TODO'\n// @ts-expect-error: a number is no name\n"),
  ).toEqual([])
})
