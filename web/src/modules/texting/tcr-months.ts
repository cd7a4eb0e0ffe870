import type { TcrRecord } from '@agency-support/contract/modules/texting'
import { toInstant } from '@agency-support/contract/rules/instant-format'

/** How many numbers were registered in a month. */
export interface TcrMonth {
  /** For example Nov 2026. */
  month: string
  registrations: number
}

const shownMonths = 24
const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const nameOf = (month: number): string => `${names[month % 12]} ${Math.floor(month / 12)}`

/** Months since the year 0 where the browser is. */
const toMonth = (at: Date): number => at.getFullYear() * 12 + at.getMonth()

/** Registrations by the month of Created On, from the first of them to now, of two years at most; months without are in it. */
export function countMonths(records: readonly Pick<TcrRecord, 'createdOn'>[], now: Date): TcrMonth[] {
  const months = records.flatMap(({ createdOn }) => {
    const at = toInstant(createdOn)
    return at === null ? [] : [toMonth(at)]
  })
  const counts = new Map<number, number>()
  for (const month of months) counts.set(month, (counts.get(month) ?? 0) + 1)
  const last = toMonth(now)
  const first = months.reduce((least, month) => Math.min(least, month), last)
  const from = Math.max(first, last - shownMonths + 1)
  return Array.from({ length: last - from + 1 }, (_, at) => ({
    month: nameOf(from + at),
    registrations: counts.get(from + at) ?? 0,
  }))
}
