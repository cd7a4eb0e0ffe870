import type { BillingRow, SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { type DayRange, toDay } from './days.ts'

/** Counts of a day or week; ends of subscriptions or trials are negative. */
export interface Change {
  /** 10/22/2026, or 10/25/2026 – 10/31/2026. */
  days: string
  purchases: number
  trialStarts: number
  cancellations: number
  trialEnds: number
}
export type ChangeName = Exclude<keyof Change, 'days'>

const codes: Readonly<Record<number, { name: ChangeName; by: 1 | -1 }>> = {
  0: { name: 'purchases', by: 1 },
  1: { name: 'cancellations', by: -1 },
  2: { name: 'trialStarts', by: 1 },
  3: { name: 'trialEnds', by: -1 },
}

const maxDays = 45
const msOfDay = 86_400_000
/** Days since 1970, counted in UTC, where all days are equally long. */
const toNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / msOfDay
/** The Sunday on or before a day; day 0 was a Thursday. */
const toSunday = (day: number): number => day - ((day + 4) % 7)

function toName(first: number, last: number): string {
  const names = [first, last].map((day) => {
    const [year, month, date] = new Date(day * msOfDay).toISOString().slice(0, 10).split('-')
    return `${month}/${date}/${year}`
  })
  return [...new Set(names)].join(' – ')
}

/** The first and last day of each column; weeks are Sunday to Saturday, cut to the range. */
function toSpans(first: number, last: number, step: 1 | 7): [number, number][] {
  const from = step === 7 ? toSunday(first) : first
  return Array.from({ length: Math.floor((last - from) / step) + 1 }, (_, at) => {
    const start = from + at * step
    return [Math.max(start, first), Math.min(start + step - 1, last)]
  })
}

/**
 * Counts the events of a range by local day, or by week for more than 45 days: then from the week of the first event
 * to that of the last. Days without events are included; events outside the range or of unknown kinds are ignored;
 * empty if no others remain.
 */
export function sumChanges(
  events: readonly Pick<SubscriptionEvent, 'eventDate' | 'subscriptionStatus'>[],
  range: DayRange,
): Change[] {
  const [start, end] = [toNumber(range.start), toNumber(range.end)]
  const step = end - start + 1 > maxDays ? 7 : 1
  const known = events.flatMap(({ eventDate, subscriptionStatus }) => {
    const day = toNumber(toDay(new Date(eventDate)))
    const code = codes[subscriptionStatus]
    return code === undefined || day < start || day > end ? [] : [{ day, ...code }]
  })
  if (known.length === 0) return []
  const days = known.map(({ day }) => day)
  const min = days.reduce((one, other) => Math.min(one, other), end)
  const max = days.reduce((one, other) => Math.max(one, other), start)
  const first = step === 7 ? Math.max(start, toSunday(min)) : start
  const last = step === 7 ? Math.min(end, toSunday(max) + 6) : end
  const changes = toSpans(first, last, step).map(([from, to]) => ({
    days: toName(from, to),
    purchases: 0,
    trialStarts: 0,
    cancellations: 0,
    trialEnds: 0,
  }))
  const origin = step === 7 ? toSunday(first) : first
  for (const { day, name, by } of known) {
    const change = changes[Math.floor((day - origin) / step)]
    if (change !== undefined) change[name] += by
  }
  return changes
}

/** The sums of all columns. */
export function addUp(changes: readonly Change[]): Readonly<Record<ChangeName, number>> {
  const sum = (name: ChangeName) => changes.reduce((total, change) => total + change[name], 0)
  return {
    purchases: sum('purchases'),
    trialStarts: sum('trialStarts'),
    cancellations: sum('cancellations'),
    trialEnds: sum('trialEnds'),
  }
}

/** How many agencies pay for a product, will pay, and no longer pay. */
export function countStates(rows: readonly Pick<BillingRow, 'subscribed' | 'status'>[]) {
  const subscribed = rows.filter((row) => row.subscribed)
  const active = subscribed.filter(({ status }) => status === 0).length
  return { active, pending: subscribed.length - active, unsubscribed: rows.length - subscribed.length }
}
