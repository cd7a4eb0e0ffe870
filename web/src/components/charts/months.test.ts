import { expect, test } from 'vitest'
import { countMonths } from './months.ts'

const now = new Date('2026-11-20T12:00:00Z')

test('instants are counted by month, from the first to this one, months without included', () => {
  const instants = ['2026-08-03', '2026-08-20', '2026-11-15', '0001-01-01'].map(
    (day) => `${day}T12:00:00.000Z`,
  )
  expect(countMonths(instants, now)).toEqual([
    { month: 'Aug 2026', count: 2 },
    { month: 'Sep 2026', count: 0 },
    { month: 'Oct 2026', count: 0 },
    { month: 'Nov 2026', count: 1 },
  ])
  expect(countMonths([], now)).toEqual([{ month: 'Nov 2026', count: 0 }])
})

test('an instant belongs to the month that it lies in where the browser is', () => {
  const instants = [new Date(2026, 9, 31, 23, 59, 59), new Date(2026, 10, 1)].map((at) => at.toISOString())
  expect(countMonths(instants, now)).toEqual([
    { month: 'Oct 2026', count: 1 },
    { month: 'Nov 2026', count: 1 },
  ])
})

test('no more than two years are shown', () => {
  const months = countMonths(['2020-01-15T12:00:00.000Z'], now)
  expect([months.length, months[0]?.month, months.at(-1)?.month]).toEqual([24, 'Dec 2024', 'Nov 2026'])
})
