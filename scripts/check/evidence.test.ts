import { describe, expect, test } from 'vitest'
import { findEvidenceProblems, findUnproved, readLines } from './evidence.ts'

const proofs = {
  paths: new Set(['server/src/a.test.ts', 'contract/src/b.test.ts', 'server/src/b.test.ts', 'SECURITY.md']),
  titles: new Map([['server/src/a.test.ts', new Set(['%s | is refused', 'a lock holds'])]]),
}
const row = (id: string, shown: string): string => `| ${id} | an input | what must happen | ${shown} |`
const own = (problems: string[]): string[] => problems.filter((problem) => !problem.includes(' lacks line '))
const problemsOf = (shown: string): string[] => own(findEvidenceProblems(row('A01', shown), proofs))

test('a line names tests, files and reasons, one after the other', () => {
  const shown = '`server/src/a.test.ts`: [AUTH-01] %s \\| is refused<br>`SECURITY.md`<br>It needs a machine.'
  expect(readLines(`# Page\n\n| Id | Input |\n|---|---|\n${row('A01', shown)}\nprose`)).toEqual([
    {
      id: 'A01',
      meaning: 'an input',
      evidence: [
        { path: 'server/src/a.test.ts', title: '[AUTH-01] %s | is refused' },
        { path: 'SECURITY.md' },
        { reason: 'It needs a machine.' },
      ],
    },
  ])
  expect(problemsOf(shown)).toEqual([])
})

test('a file is named by as much of its path as no other has', () => {
  expect(problemsOf('`a.test.ts`: a lock holds<br>`src/a.test.ts`')).toEqual([])
  expect(problemsOf('`b.test.ts`')).toEqual([
    'docs/security.md: A01 names b.test.ts, which may be contract/src/b.test.ts or server/src/b.test.ts; name more of it',
  ])
})

test('a line refers to what proves a line above it', () => {
  const page = [row('A01', '`a.test.ts`: a lock holds'), row('6.2.1', 'as A01<br>`SECURITY.md`')].join('\n')
  expect(readLines(page)[1]?.evidence).toEqual([
    { path: 'a.test.ts', title: 'a lock holds' },
    { path: 'SECURITY.md' },
  ])
  expect(findUnproved(page)).toEqual([])
  expect(problemsOf('as A02')).toEqual(['docs/security.md: A01 names line A02, which is not above it'])
})

describe('is refused:', () => {
  test.each([
    ['', 'docs/security.md: A01 names neither a test nor a reason'],
    [
      '`server/src/gone.test.ts`: a lock holds',
      'docs/security.md: A01 names server/src/gone.test.ts, which does not exist',
    ],
    [
      '`server/src/a.test.ts`: a lock',
      "docs/security.md: A01 names the test 'a lock', which server/src/a.test.ts does not have; name what shows it now",
    ],
    [
      '`SECURITY.md`: a lock holds',
      "docs/security.md: A01 names the test 'a lock holds', which SECURITY.md does not have; name what shows it now",
    ],
  ])('%j', (shown, problem) => {
    expect(problemsOf(shown)).toEqual([problem])
  })

  test('a catalogue that lacks lines, by their ids', () => {
    const problems = findEvidenceProblems(row('A01', 'Because.'), proofs)
    expect(problems).toHaveLength(179)
    expect(problems[0]).toBe('docs/security.md lacks line A02 of the catalogue')
    expect(problems.at(-1)).toBe('docs/security.md lacks line L22 of the catalogue')
  })
})

test('a requirement of the standard needs a test or a file, words do not do', () => {
  const page = [
    row('6.2.1', '`SECURITY.md`'),
    row('6.2.2', 'Because.'),
    row('6.2.3', ''),
    row('A01', 'Because.'),
  ].join('\n')
  expect(findUnproved(page).map(({ id }) => id)).toEqual(['6.2.2', '6.2.3'])
})
