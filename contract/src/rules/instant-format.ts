import { toZoneClock } from './zone-clock.ts'

/** The four ways the documents write an instant; am and pm are lower case. */
export type InstantFormat =
  | 'MM/DD/YYYY HH:mm'
  | 'MM/DD/YYYY HH:mm:ss'
  | 'MM/DD/YYYY h:mm:ss a'
  | 'MMM Do YYYY h:mm:ss a'

/** What stands where there is no instant or no number. */
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

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const two = (value: number): string => String(value).padStart(2, '0')

/** The same as a clock in UTC has it. */
function toUtcParts(instant: Date): Parts {
  const month = instant.getUTCMonth()
  return {
    year: String(instant.getUTCFullYear()).padStart(4, '0'),
    month: two(month + 1),
    monthName: months[month] ?? '',
    day: instant.getUTCDate(),
    hour: instant.getUTCHours(),
    minute: two(instant.getUTCMinutes()),
    second: two(instant.getUTCSeconds()),
  }
}

/** The same in this machine's own zone, which needs no formatter: a table writes hundreds. */
function toLocalParts(instant: Date): Parts {
  const month = instant.getMonth()
  return {
    year: String(instant.getFullYear()).padStart(4, '0'),
    month: two(month + 1),
    monthName: months[month] ?? '',
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

/** The instant of ISO text, or null for no value, for 0001-01-01 (a missing date of older systems) and for nonsense. */
export function toInstant(iso: string | null | undefined): Date | null {
  if (!iso || iso.startsWith('0001-01-01')) return null
  const instant = new Date(iso)
  return Number.isNaN(instant.getTime()) ? null : instant
}

/** ISO text in one of the four formats, in `zone` (IANA name; left out: that of this machine); 'N/A' without a date. */
export function formatInstant(iso: string | null | undefined, format: InstantFormat, zone?: string): string {
  const instant = toInstant(iso)
  if (!instant) return notAvailable
  const at = zone === undefined ? toLocalParts(instant) : toUtcParts(toZoneClock(instant, zone))
  const day = two(at.day)
  const date = `${at.month}/${day}/${at.year}`
  const hours24 = two(at.hour)
  const time12 = `${at.hour % 12 || 12}:${at.minute}:${at.second} ${at.hour < 12 ? 'am' : 'pm'}`
  switch (format) {
    case 'MM/DD/YYYY HH:mm':
      return `${date} ${hours24}:${at.minute}`
    case 'MM/DD/YYYY HH:mm:ss':
      return `${date} ${hours24}:${at.minute}:${at.second}`
    case 'MM/DD/YYYY h:mm:ss a':
      return `${date} ${time12}`
    case 'MMM Do YYYY h:mm:ss a':
      return `${at.monthName} ${ordinal(at.day)} ${at.year} ${time12}`
  }
}
