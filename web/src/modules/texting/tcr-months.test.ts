import { expect, test } from 'vitest'
import { countMonths } from './tcr-months.ts'

const on = (createdOn: string) => ({ createdOn })
const now = new Date('2026-11-20T12:00:00Z')

test('registrations are counted by month, from the first to this one, months without included', () => {
  const records = ['2026-08-03', '2026-08-20', '2026-11-15', '0001-01-01'].map((day) =>
    on(`${day}T12:00:00.000Z`),
  )
  expect(countMonths(records, now)).toEqual([
    { month: 'Aug 2026', registrations: 2 },
    { month: 'Sep 2026', registrations: 0 },
    { month: 'Oct 2026', registrations: 0 },
    { month: 'Nov 2026', registrations: 1 },
  ])
  expect(countMonths([], now)).toEqual([{ month: 'Nov 2026', registrations: 0 }])
})

test('no more than two years are shown', () => {
  const months = countMonths([on('2020-01-15T12:00:00.000Z')], now)
  expect([months.length, months[0]?.month, months.at(-1)?.month]).toEqual([24, 'Dec 2024', 'Nov 2026'])
})
