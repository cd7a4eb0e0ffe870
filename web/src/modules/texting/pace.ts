import type { TcrRecord } from '@agency-support/contract/modules/texting'

/** How many TCR numbers were created in a month. */
export interface PaceMonth {
  /** For example 2026-11. */
  month: string
  count: number
}

const maxMonths = 12

/** The months up to that of `now`, at most twelve and from the first with a number on, in UTC. */
export function toPace(records: readonly Pick<TcrRecord, 'createdOn'>[], now: Date): PaceMonth[] {
  const counts = new Map<string, number>()
  for (const { createdOn } of records) {
    const month = createdOn.slice(0, 7)
    counts.set(month, (counts.get(month) ?? 0) + 1)
  }
  const months = Array.from({ length: maxMonths }, (_, at) => {
    const begin = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - maxMonths + 1 + at))
    return begin.toISOString().slice(0, 7)
  })
  const first = months.findIndex((month) => counts.has(month))
  return first === -1 ? [] : months.slice(first).map((month) => ({ month, count: counts.get(month) ?? 0 }))
}

/** What the columns come to, in a sentence. */
export function paceSentence(pace: readonly PaceMonth[], label: (month: string) => string): string {
  const best = pace.reduce((top, one) => (one.count > top.count ? one : top), { month: '', count: 0 })
  const last = pace.at(-1)
  if (last === undefined || best.count === 0) return 'None in the last twelve months.'
  return best.month === last.month
    ? `${last.count} so far this month, the most of these months.`
    : `${last.count} so far this month; most were ${best.count} in ${label(best.month)}.`
}
