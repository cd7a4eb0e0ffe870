const two = (number: number): string => String(number).padStart(2, '0')

/** The local day of an instant in the format of a date field: 2026-11-22. */
export function toDay(at: Date): string {
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The day one month earlier, limited to the end of that month (31 March becomes 28 February). */
export function monthBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  // Day 0 is the last day of the previous month.
  const last = new Date(year, month - 1, 0).getDate()
  return toDay(new Date(year, month - 2, Math.min(date, last)))
}

/** Days of a report, both inclusive. */
export interface DayRange {
  start: string
  end: string
}

/** From one month ago until today. */
export function lastMonth(now: Date): DayRange {
  const end = toDay(now)
  return { start: monthBefore(end), end }
}

/** Frequently used ranges, all until today. */
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

/** True for a valid date of this century; a partly typed year is invalid. */
export function isDay(text: string): boolean {
  return /^20\d\d-\d\d-\d\d$/.test(text) && toDay(new Date(`${text}T12:00:00`)) === text
}

/** True for what a date field holds on the way to a day: nothing, or 0202 before 2026. */
export const isHalfTyped = (text: string): boolean => text === '' || text.startsWith('0')

/** The days in an address; a missing or invalid one takes the default of the last month. */
export function readRange(given: { start: string; end: string }, now: Date): DayRange {
  const usual = lastMonth(now)
  const range = {
    start: isDay(given.start) ? given.start : usual.start,
    end: isDay(given.end) ? given.end : usual.end,
  }
  return range.start > range.end ? usual : range
}

/** The same as instants: from the first local midnight to the one after the last day. */
export function toInstants({ start, end }: DayRange): { from: string; to: string } {
  const last = new Date(`${end}T00:00:00`)
  const after = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1)
  return { from: new Date(`${start}T00:00:00`).toISOString(), to: after.toISOString() }
}

/** True if the local day of an instant is in the range. */
export function liesWithin(at: string, { start, end }: DayRange): boolean {
  const day = toDay(new Date(at))
  return day >= start && day <= end
}

/** True if a range is contained in another. */
export function isPartOf(inner: DayRange, outer: DayRange): boolean {
  return inner.start >= outer.start && inner.end <= outer.end
}
