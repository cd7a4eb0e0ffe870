import { expect, test } from 'vitest'
import { type Content, isRead, parseContent, UnreadableFile } from './content.ts'

const counts = { count: 3, active: 2, archived: 1, errors: 0 }
const parse = (kind: Parameters<typeof parseContent>[0], value: unknown): Content =>
  parseContent(kind, Buffer.from(JSON.stringify(value)))
const metrics = (totals: object) => {
  const content = parse('agencyMetrics', { totals })
  if (content.kind !== 'agencyMetrics') throw new Error(content.kind)
  return content
}

test('what is read on arrival is what one of the agency’s own files holds, whatever else is sent', () => {
  const kinds = ['agencyConfig', 'agencyMetrics', 'agencyMultifolder', 'client', 'log'] as const
  expect(kinds.filter(isRead)).toEqual(['agencyConfig', 'agencyMetrics', 'agencyMultifolder'])
  for (const kind of ['client', 'log'] as const)
    expect(parseContent(kind, Buffer.from('no JSON'))).toEqual({ kind: 'kept' })
})

test('the counts of each known storage location are taken, and nothing is reported of them', () => {
  const totals = { '0': counts, '4': counts, '5': counts, '6': counts }
  expect(metrics(totals)).toEqual({ kind: 'agencyMetrics', totals, judged: [] })
})

test('a store that is not known, or whose counts are none, is left out and named; the others are taken', () => {
  const bad = { ...counts, active: -1 }
  const { totals, judged } = metrics({
    '0': counts,
    '4': bad,
    '7': counts,
    'a b': 1,
    [`x${'-'.repeat(20)}`]: 1,
  })
  expect(totals).toEqual({ '0': counts })
  const unknown = 'a store is not one that is known'
  expect(judged).toEqual([
    {
      noun: 'stores',
      given: 5,
      taken: [counts],
      leftOut: [
        // JavaScript puts fields that are numbers first.
        {
          list: 'stores',
          entry: 2,
          problem: 'store 4: active must be a whole number from 0 to 2147483647',
          value: bad,
        },
        { list: 'stores', entry: 3, problem: 'store 7 is not known', value: counts },
        { list: 'stores', entry: 4, problem: unknown, value: 1 },
        { list: 'stores', entry: 5, problem: unknown, value: 1 },
      ],
    },
  ])
  const name = `x${'-'.repeat(19)}`
  expect(metrics({ [name]: counts }).judged[0]?.leftOut[0]?.problem).toBe(`store ${name} is not known`)
})

test('a config file gives its users and folders apart from what else it says', () => {
  const config = { users: [1], folderCompliance: [2], domains: 3, other: null }
  expect(parse('agencyConfig', config)).toEqual({
    kind: 'agencyConfig',
    users: [1],
    folders: [2],
    facts: { domains: 3, other: null },
  })
})

test('a file may begin with a byte order mark, but not hold one before its text again', () => {
  const tokens = { current: null, lastFailure: null }
  const text = JSON.stringify(tokens)
  expect(parseContent('agencyMultifolder', Buffer.from(`\ufeff${text}`))).toEqual({
    kind: 'agencyMultifolder',
    tokens,
  })
  expect(() => parseContent('agencyMultifolder', Buffer.from(`\ufeff\ufeff${text}`))).toThrow(UnreadableFile)
})

test.each([
  ['agencyConfig' as const, '', 'The file is not JSON.'],
  ['agencyConfig' as const, 'null', 'The file cannot be read: A config file must be a JSON object.'],
  ['agencyMetrics' as const, '[]', 'The file cannot be read: A metrics file must be a JSON object.'],
  ['agencyMetrics' as const, '{}', 'The file cannot be read: totals: totals must be by storage location.'],
  [
    'agencyMultifolder' as const,
    '{"current":{"timestamp":"x"},"lastFailure":null}',
    /^The file cannot be read: current\.timestamp: \S/,
  ],
])('of a %s file %j is said what is wrong, and where', (kind, text, sentence) => {
  const parsing = (): Content => parseContent(kind, Buffer.from(text))
  expect(parsing).toThrow(UnreadableFile)
  expect(parsing).toThrow(sentence)
})
