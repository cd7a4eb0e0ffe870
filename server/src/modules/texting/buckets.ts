import type { MetricsInterval } from '@agency-support/contract/modules/texting'

const hourMs = 3_600_000
const firstYear = 1970
/** Length of each interval and the instant it is counted from; weeks begin on Monday. */
const fixed = {
  hour: { ms: hourMs, from: 0 },
  day: { ms: 24 * hourMs, from: 0 },
  week: { ms: 7 * 24 * hourMs, from: Date.UTC(firstYear, 0, 5) },
} as const

/** The bounds of the last `count` spans in UTC, including the current one; one more bound than spans. */
export function getBounds(
  now: Date,
  span: { interval: MetricsInterval; intervalPeriod: number },
  count: number,
): Date[] {
  const { interval, intervalPeriod } = span
  const begin =
    interval === 'month' ? monthsFrom(now, intervalPeriod) : spansFrom(now, interval, intervalPeriod)
  return Array.from({ length: count + 1 }, (_, at) => begin(at - count + 1))
}

function spansFrom(now: Date, interval: keyof typeof fixed, period: number): (offset: number) => Date {
  const { ms, from } = fixed[interval]
  const running = Math.floor((now.getTime() - from) / (ms * period))
  return (offset) => new Date(from + (running + offset) * ms * period)
}

function monthsFrom(now: Date, period: number): (offset: number) => Date {
  const months = (now.getUTCFullYear() - firstYear) * 12 + now.getUTCMonth()
  const running = Math.floor(months / period)
  return (offset) => new Date(Date.UTC(firstYear, (running + offset) * period))
}
