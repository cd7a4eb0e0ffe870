import { toZoneClock } from './zone-clock.ts'

/** The four documented formats of instants; am and pm are lower case. */
export type InstantFormat =
  | 'MM/DD/YYYY HH:mm'
  | 'MM/DD/YYYY HH:mm:ss'
  | 'MM/DD/YYYY h:mm:ss a'
  | 'MMM Do YYYY h:mm:ss a'

/** Text for a missing instant or number. */
export const notAvailable = 'N/A'

interface Parts {
  year: string
  month: string
  monthName: string
  day: number
  hour: number
  minute: string
  second: string
}

/** Short English names of the months, January first. */
export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const two = (value: number): string => String(value).padStart(2, '0')

/** The parts of an instant in UTC. */
function toUtcParts(instant: Date): Parts {
  const month = instant.getUTCMonth()
  return {
    year: String(instant.getUTCFullYear()).padStart(4, '0'),
    month: two(month + 1),
    monthName: monthNames[month] ?? '',
    day: instant.getUTCDate(),
    hour: instant.getUTCHours(),
    minute: two(instant.getUTCMinutes()),
    second: two(instant.getUTCSeconds()),
  }
}

/** The parts in the machine's own zone, which needs no formatter: a table formats hundreds of instants. */
function toLocalParts(instant: Date): Parts {
  const month = instant.getMonth()
  return {
    year: String(instant.getFullYear()).padStart(4, '0'),
    month: two(month + 1),
    monthName: monthNames[month] ?? '',
    day: instant.getDate(),
    hour: instant.getHours(),
    minute: two(instant.getMinutes()),
    second: two(instant.getSeconds()),
  }
}

/** 1st, 2nd, 3rd, 4th … 11th, 12th, 13th … 21st. */
export function ordinal(day: number): string {
  const teen = day % 100 >= 11 && day % 100 <= 13
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}

/**
 * The instant of ISO text; null for no value, for 0001-01-01 (a missing date of older systems) and for invalid text.
 */
export function toInstant(iso: string | null | undefined): Date | null {
  if (!iso || iso.startsWith('0001-01-01')) return null
  const instant = new Date(iso)
  return Number.isNaN(instant.getTime()) ? null : instant
}

/** The text before and after the minutes of an instant. */
interface Around {
  head: string
  tail: string
}

const hasSeconds = (format: InstantFormat): boolean => format !== 'MM/DD/YYYY HH:mm'

function writeAround({ year, month, monthName, day, hour }: Parts, format: InstantFormat): Around {
  const date = `${month}/${two(day)}/${year}`
  const hour12 = hour % 12 || 12
  const tail = hour < 12 ? ' am' : ' pm'
  switch (format) {
    case 'MM/DD/YYYY HH:mm':
    case 'MM/DD/YYYY HH:mm:ss':
      return { head: `${date} ${two(hour)}:`, tail: '' }
    case 'MM/DD/YYYY h:mm:ss a':
      return { head: `${date} ${hour12}:`, tail }
    case 'MMM Do YYYY h:mm:ss a':
      return { head: `${monthName} ${ordinal(day)} ${year} ${hour12}:`, tail }
  }
}

function write(instant: Date, format: InstantFormat, zone: string | undefined): string {
  const at = zone === undefined ? toLocalParts(instant) : toUtcParts(toZoneClock(instant, zone))
  const { head, tail } = writeAround(at, format)
  return head + at.minute + (hasSeconds(format) ? `:${at.second}` : '') + tail
}

/** ISO text in one of the four formats, in `zone` (IANA name; by default the machine's); 'N/A' without a date. */
export function formatInstant(iso: string | null | undefined, format: InstantFormat, zone?: string): string {
  const instant = toInstant(iso)
  return instant === null ? notAvailable : write(instant, format, zone)
}

/** Seconds; today's UTC offsets and clock changes are multiples of it. */
const quarter = 900
const hour = 3_600
/** The first day of year 1 in seconds since 1970, which means a missing date. */
const missing = { from: -62_135_596_800, to: -62_135_510_400 }

/** A zone's offset in seconds during 15 minutes from `start`; null if it changes or is irregular. */
function getShift(start: number, zone: string): number | null {
  const ahead = (at: number): number => toZoneClock(new Date(at * 1_000), zone).getTime() / 1_000 - at
  const shift = ahead(start)
  return shift % quarter === 0 && ahead(start + quarter - 1) === shift ? shift : null
}

/**
 * Formats instants in seconds since 1970 like {@link formatInstant} formats ISO text. Fast for many in order of time:
 * neighbours share everything but minutes and seconds, and no `Date` is created.
 */
export function instantWriter(format: InstantFormat, zone: string): (seconds: number) => string {
  const inHour = Array.from({ length: hour }, (_, at) => {
    const minute = two(Math.floor(at / 60))
    return hasSeconds(format) ? `${minute}:${two(at % 60)}` : minute
  })
  let start = Number.NaN
  let shift: number | null = null
  let around: Around = { head: '', tail: '' }
  return (seconds) => {
    if (seconds >= missing.from && seconds < missing.to) return notAvailable
    if (!(seconds >= start && seconds < start + quarter)) {
      start = Math.floor(seconds / quarter) * quarter
      shift = getShift(start, zone)
      around = writeAround(toUtcParts(toZoneClock(new Date(start * 1_000), zone)), format)
    }
    if (shift === null) return write(new Date(seconds * 1_000), format, zone)
    const local = (seconds + shift) % hour
    return around.head + inHour[local < 0 ? local + hour : local] + around.tail
  }
}
