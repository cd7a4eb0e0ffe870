const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(zone, made)
  return made
}

const secondMs = 1_000
const dayMs = 86_400_000

/** The UTC offset of a zone at an instant in milliseconds, from the formatter. */
function readOffset(zone: string, at: number): number {
  const found = new Map(
    formatter(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const get = (type: Intl.DateTimeFormatPartTypes): number => found.get(type) ?? Number.NaN
  // `Date.UTC` would treat a two-digit year as one of the last century.
  const shown = new Date(0)
  shown.setUTCFullYear(get('year'), get('month') - 1, get('day'))
  shown.setUTCHours(get('hour'), get('minute'), get('second'))
  return shown.getTime() - Math.floor(at / secondMs) * secondMs
}

/** Days whose offset is cached: some ten years, a few hundred kilobytes. */
const maxDays = 4_000
const days = new Map<string, number | undefined>()

/** The offset of a zone during a UTC day; undefined if the clocks change on it. */
function getOffsetOfDay(zone: string, day: number): number | undefined {
  const key = `${zone} ${day}`
  const known = days.get(key)
  if (known !== undefined || days.has(key)) return known
  const [start, noon, end] = [day, day + 0.5, day + 1].map((at) => readOffset(zone, at * dayMs))
  const offset = start === noon && noon === end ? start : undefined
  if (days.size >= maxDays) days.clear()
  days.set(key, offset)
  return offset
}

/**
 * The instant at which a UTC clock shows what a clock in `zone` (IANA name) shows at this instant. The formatter takes
 * microseconds, too slow for exports of a million rows, so it is only asked once per day.
 */
export function toZoneClock(instant: Date, zone: string): Date {
  const at = instant.getTime()
  return new Date(at + (getOffsetOfDay(zone, Math.floor(at / dayMs)) ?? readOffset(zone, at)))
}
