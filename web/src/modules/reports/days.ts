const two = (number: number): string => String(number).padStart(2, '0')

/** The local day of an instant as a date field has it: 2026-11-22. */
export function toDay(at: Date): string {
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** One month before a day; it ends at the month's last day (from 31 March: 28 February). */
export function monthBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  // Day 0 of a month is the last one of the month before.
  const last = new Date(year, month - 1, 0).getDate()
  return toDay(new Date(year, month - 2, Math.min(date, last)))
}

/** Days of a report, both included. */
export interface DayRange {
  start: string
  end: string
}

/** One month back through today. */
export function lastMonth(now: Date): DayRange {
  const end = toDay(now)
  return { start: monthBefore(end), end }
}

/** Ranges that people ask for again and again, all of them through today. */
export function quickRanges(now: Date): readonly { label: string; range: DayRange }[] {
  const end = toDay(now)
  const since = (year: number, month: number, date: number): DayRange => ({
    start: toDay(new Date(year, month, date)),
    end,
  })
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  return [
    { label: '30 days', range: since(year, month, date - 29) },
    { label: 'This month', range: since(year, month, 1) },
    { label: 'This year', range: since(year, 0, 1) },
  ]
}

/** True for a day that a calendar has, of this century; years that are still being typed are none. */
export function isDay(text: string): boolean {
  return /^20\d\d-\d\d-\d\d$/.test(text) && toDay(new Date(`${text}T12:00:00`)) === text
}

/** The days of an address; each that it lacks or that makes no sense is that of the last month. */
export function readRange(given: { start: string; end: string }, now: Date): DayRange {
  const usual = lastMonth(now)
  const range = {
    start: isDay(given.start) ? given.start : usual.start,
    end: isDay(given.end) ? given.end : usual.end,
  }
  return range.start > range.end ? usual : range
}

/** The same as instants: from the first local midnight up to the one after the last day. */
export function toInstants({ start, end }: DayRange): { from: string; to: string } {
  const last = new Date(`${end}T00:00:00`)
  const after = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1)
  return { from: new Date(`${start}T00:00:00`).toISOString(), to: after.toISOString() }
}

/** True when the local day of an instant lies in the range. */
export function liesWithin(at: string, { start, end }: DayRange): boolean {
  const day = toDay(new Date(at))
  return day >= start && day <= end
}

/** True when nothing of a range lies outside another. */
export function isPartOf(inner: DayRange, outer: DayRange): boolean {
  return inner.start >= outer.start && inner.end <= outer.end
}
