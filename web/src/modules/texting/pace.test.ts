import { expect, test } from 'vitest'
import { paceSentence, toPace } from './pace.ts'

const now = new Date('2026-02-10T12:00:00Z')
const created = (...months: string[]) => months.map((month) => ({ createdOn: `${month}-05T10:00:00.000Z` }))
const label = (month: string) => `month ${month}`

test('numbers are counted by the month of their creation, from the first one on, empty months between', () => {
  expect(toPace(created('2025-11', '2026-02', '2025-11', '2020-01'), now)).toEqual([
    { month: '2025-11', count: 2 },
    { month: '2025-12', count: 0 },
    { month: '2026-01', count: 0 },
    { month: '2026-02', count: 1 },
  ])
})

test('at most twelve months are shown, and none where nothing was created in them', () => {
  expect(toPace(created('2025-03'), now)).toHaveLength(12)
  expect(toPace(created('2025-02'), now)).toEqual([])
})

test('the sentence tells of this month and of the best one', () => {
  const told = (...months: string[]) => paceSentence(toPace(created(...months), now), label)
  expect(told('2025-11', '2026-02', '2025-11')).toBe('1 so far this month; most were 2 in month 2025-11.')
  expect(told('2026-02')).toBe('1 so far this month, the most of these months.')
  expect(told()).toBe('None in the last twelve months.')
})
