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

/** A number of at least two digits. */
export const two = (value: number): string => String(value).padStart(2, '0')

/** The parts of an instant in UTC. */
export function toUtcParts(instant: Date): Parts {
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
export interface Around {
  head: string
  tail: string
}

/** False for the one format without seconds. */
export const hasSeconds = (format: InstantFormat): boolean => format !== 'MM/DD/YYYY HH:mm'

/** The text of an instant without its minutes and seconds. */
export function writeAround({ year, month, monthName, day, hour }: Parts, format: InstantFormat): Around {
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

/** An instant in a format; in the machine's own zone if none is named. */
export function writeInstant(instant: Date, format: InstantFormat, zone: string | undefined): string {
  const at = zone === undefined ? toLocalParts(instant) : toUtcParts(toZoneClock(instant, zone))
  const { head, tail } = writeAround(at, format)
  return head + at.minute + (hasSeconds(format) ? `:${at.second}` : '') + tail
}

/** ISO text in one of the four formats, in `zone` (IANA name; by default the machine's); 'N/A' without a date. */
export function formatInstant(iso: string | null | undefined, format: InstantFormat, zone?: string): string {
  const instant = toInstant(iso)
  return instant === null ? notAvailable : writeInstant(instant, format, zone)
}
