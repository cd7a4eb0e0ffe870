import { describe, expect, test } from 'vitest'
import { computeCoverage, findLosses, readLedger } from './trace/ledger.ts'
import { parseIds, listTitles } from './trace/test-titles.ts'
import { overview, stageReport } from './trace.ts'

const requirements = [
  'id\tarea\tkind\trequirement\tsource',
  'SHELL-01\tSHELL\tscreen\tThe title.\tx',
  'SHELL-02\tSHELL\terror\tThe other.\tx',
  'SEAT-REPORT-07\tSEAT-REPORT\tcall\tThe seat.\tx',
].join('\n')
const stages = 'id\tstage\nSHELL-01\thouse\nSHELL-02\thouse\nSEAT-REPORT-07\tagency\n'
const rows = readLedger(requirements, stages)

function coverage(source: string) {
  return computeCoverage(rows, listTitles('a.test.ts', source))
}

describe('titles', () => {
  test.each([
    ["test('[SHELL-01] x', () => {})", ['SHELL-01']],
    ['it("[SHELL-01] [SEAT-REPORT-07] x", () => {})', ['SHELL-01', 'SEAT-REPORT-07']],
    ["test('[SHELL-01, SHELL-02] x', () => {})", ['SHELL-01', 'SHELL-02']],
    ["test('story', async () => { await test.step('[SHELL-02] x', () => {}) })", ['SHELL-02']],
    ["test.each([1, 2])('[SHELL-01] %d', () => {})", ['SHELL-01']],
    ['test(`[SHELL-01] ${name} x`, () => {})', ['SHELL-01']],
    ["test('[SHELL-01] one ' + '[SHELL-02] two', () => {})", ['SHELL-01', 'SHELL-02']],
    ["// test('[SHELL-01] x', () => {})", []],
    ['const text = "test(\'[SHELL-01] x\', () => {})"', []],
    ["log('[SHELL-01] x')", []],
  ])('%s names %j', (source, ids) => {
    expect(listTitles('a.test.ts', source).flatMap((title) => title.ids)).toEqual(ids)
  })

  test('what is in brackets but no id is left alone', () => {
    expect(parseIds('rejects [object Object] and [1, 2] and [shell-01]')).toEqual([])
  })

  test('a file that does not parse is named', () => {
    expect(() => listTitles('a.test.ts', 'test(')).toThrow('a.test.ts does not parse')
  })
})

test('rows without a test are missing, by stage', () => {
  const { stages: found, mistakes } = coverage("test('[SHELL-01] x', () => {})")
  expect(found.map(({ stage, missing }) => [stage, missing.map(({ id }) => id)])).toEqual([
    ['house', ['SHELL-02']],
    ['agency', ['SEAT-REPORT-07']],
  ])
  expect(mistakes).toEqual([])
})

test('an id that the ledger lacks is a mistake', () => {
  const unknown = 'SHELL-99'
  expect(coverage(`test('[${unknown}] x', () => {})`).mistakes).toEqual([
    `a.test.ts: '[${unknown}] x' names ${unknown}, which is not in docs/requirements.tsv`,
  ])
})

test('groups and skipped tests prove nothing, and naming an id there is a mistake', () => {
  const { stages: found, mistakes } = coverage(
    "describe('[SHELL-01] x', () => {})\ntest.skip('[SHELL-02] y', () => {})\ntest.describe('[SHELL-01] z', () => {})",
  )
  expect(found[0]?.missing).toHaveLength(2)
  expect(mistakes).toEqual([
    "a.test.ts: '[SHELL-01] x' names SHELL-01, but a group proves nothing; name the id in its tests",
    "a.test.ts: '[SHELL-02] y' names SHELL-02, but a skipped test proves nothing",
    "a.test.ts: '[SHELL-01] z' names SHELL-01, but a group proves nothing; name the id in its tests",
  ])
})

describe('the gate', () => {
  test('is shut when a finished stage loses a row', () => {
    expect(findLosses(coverage("test('[SHELL-01] x', () => {})"), '# done\nhouse\n')).toEqual([
      'house is finished, but no test names SHELL-02 any more: The other.',
    ])
  })

  test('lets unfinished stages be', () => {
    expect(findLosses(coverage("test('[SHELL-01] x', () => {})"), '# nothing yet\n')).toEqual([])
  })

  test('knows only stages that exist', () => {
    expect(findLosses(coverage(''), 'hous\n')).toEqual([
      'docs/stages-done.txt names hous, which is no stage of docs/stages.tsv',
    ])
  })
})

describe('the ledger', () => {
  test('is refused when a row has no stage', () => {
    expect(() => readLedger(requirements, 'id\tstage\nSHELL-01\thouse\n')).toThrow(
      'docs/stages.tsv gives SHELL-02 no stage',
    )
  })

  test('is refused when a stage is given to a row that is not there', () => {
    expect(() => readLedger(requirements, `${stages}SHELL-03\thouse\n`)).toThrow('names SHELL-03')
  })
})

test('reports name what is missing and count', () => {
  const { stages: found } = coverage("test('[SHELL-01] x', () => {})")
  expect(found[0] && stageReport(found[0])).toBe(
    'SHELL-02           error      The other.\nhouse: 1 of 2 rows proved, 1 missing',
  )
  expect(
    overview(found)
      .split('\n')
      .map((line) => line.split(/\s+/)),
  ).toEqual([
    ['stage', 'rows', 'proved', 'missing'],
    ['house', '2', '1', '1'],
    ['agency', '1', '0', '1'],
    ['all', '3', '1', '2'],
  ])
})
