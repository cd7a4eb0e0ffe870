import { notAvailable } from '@agency-support/contract/rules/instant-format'

/** `2026-11-20 02:56:23 UTC`. */
export function formatUtc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Short name of the time zone at an instant, for example EST or EDT; UTC for 'UTC'. */
export function zoneName(
  instant: Date,
  zone?: string,
  timeZoneName: 'short' | 'shortGeneric' = 'short',
): string {
  const named = new Intl.DateTimeFormat('en-US', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    timeZoneName,
  })
  return named.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? ''
}

const steps = [
  ['year', 31_536_000],
  ['month', 2_628_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

// Made when first needed: the first of a page reads the languages' data, which would keep the first screen waiting.
let relative: Intl.RelativeTimeFormat | undefined
let numbers: Intl.NumberFormat | undefined

/**
 * `3 hours ago`, `in 2 days`; `now` below a second. What is ahead keeps the smaller unit until two of the larger are
 * left, as in `inText`.
 */
export function formatRelative(instant: Date, now: Date): string {
  const seconds = Math.trunc((instant.getTime() - now.getTime()) / 1000)
  const enough = seconds > 0 ? seconds / 2 : -seconds
  const [unit, length] = steps.find(([, size]) => size <= enough) ?? ['second', 1]
  relative ??= new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })
  return seconds === 0 ? 'now' : relative.format(Math.trunc(seconds / length), unit)
}

/** With thousands separators; 'N/A' for a missing number. */
export function formatNumber(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return notAvailable
  numbers ??= new Intl.NumberFormat('en-US')
  return numbers.format(value)
}
