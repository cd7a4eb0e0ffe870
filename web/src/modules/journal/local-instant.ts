const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Years of four digits, which is what a call takes, also in local time. */
const [earliest, latest] = [Date.parse('0001-01-02T00:00Z'), Date.parse('9999-12-30T00:00Z')]
const isDate = (at: number): boolean => at >= earliest && at <= latest

/** How far local time is behind UTC at an instant, in milliseconds. */
const getLag = (at: number): number => new Date(at).getTimezoneOffset() * minuteMs

/** True if local clocks show this date and time, `2026-03-08T02:30`, at an instant. */
const shows = (local: string, at: number): boolean =>
  new Date(at - getLag(at)).toISOString().startsWith(local.slice(0, 16))

/** The minute in which the local UTC offset changes, between two instants with different offsets. */
function findChange(from: number, to: number): number {
  let [before, after] = [from, to]
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / minuteMs / 2) * minuteMs
    if (getLag(middle) === getLag(from)) before = middle
    else after = middle
  }
  return after
}

/**
 * The first and last instant at which local clocks show a date and time given by an input field. They differ in the
 * hour repeated in autumn; in the hour skipped in spring both are the instant of the change. Undefined for an invalid
 * date.
 */
export function toInstants(local: string): { first: Date; last: Date } | undefined {
  const at = new Date(local).getTime()
  if (!isDate(at)) return undefined
  // JavaScript picks the first of two, and reads a skipped time with the offset from before the change.
  const putBack = getLag(at + dayMs) - getLag(at - dayMs)
  const [first, last] = shows(local, at)
    ? [at, putBack > 0 && shows(local, at + putBack) ? at + putBack : at]
    : Array<number>(2).fill(findChange(at + putBack, at))
  return { first: new Date(first ?? at), last: new Date(last ?? at) }
}

/**
 * What an address holds for the date and time of an input field: their first or last instant, which is the same for
 * whoever opens the link, wherever they are.
 */
export function toAddressInstant(local: string, end: 'first' | 'last'): string {
  const at = toInstants(local)?.[end]
  return at === undefined ? local : `${at.toISOString().slice(0, 16)}Z`
}

/** The instant that an address holds as such; undefined if it is none. */
function readInstant(given: string): Date | undefined {
  const at = new Date(given)
  return given.endsWith('Z') && isDate(at.getTime()) ? at : undefined
}

/** The instant that an address asks for; somebody may have written a local date and time there. */
export const fromAddress = (given: string, end: 'first' | 'last'): Date | undefined =>
  readInstant(given) ?? toInstants(given)?.[end]

/** The local date and time for an input field; an address that somebody wrote may hold them as such. */
export function toField(given: string): string {
  const at = readInstant(given)?.getTime()
  return at === undefined ? given : new Date(at - getLag(at)).toISOString().slice(0, 16)
}
