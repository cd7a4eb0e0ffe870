import { monthNames, toInstant } from '@agency-support/contract/rules/instant-format'

/** Number of instants in a month. */
export interface MonthCount {
  /** For example Nov 2026. */
  month: string
  count: number
}

const shownMonths = 24
const formatMonth = (month: number): string => `${monthNames[month % 12]} ${Math.floor(month / 12)}`

/** Months since the year 0 in the browser's time zone. */
const toMonth = (at: Date): number => at.getFullYear() * 12 + at.getMonth()

/** Counts instants by month, from the earliest to now, at most two years; empty months are included. */
export function countMonths(instants: readonly string[], now: Date): MonthCount[] {
  const months = instants.flatMap((text) => {
    const at = toInstant(text)
    return at === null ? [] : [toMonth(at)]
  })
  const counts = new Map<number, number>()
  for (const month of months) counts.set(month, (counts.get(month) ?? 0) + 1)
  const last = toMonth(now)
  const first = months.reduce((min, month) => Math.min(min, month), last)
  const from = Math.max(first, last - shownMonths + 1)
  return Array.from({ length: last - from + 1 }, (_, at) => ({
    month: formatMonth(from + at),
    count: counts.get(from + at) ?? 0,
  }))
}
