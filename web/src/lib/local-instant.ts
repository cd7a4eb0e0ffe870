const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How far the clocks here are behind UTC at an instant, in milliseconds. */
const getLag = (at: number): number => new Date(at).getTimezoneOffset() * minuteMs

/** True when the clocks here show this date and time, `2026-03-08T02:30`, at an instant. */
const shows = (local: string, at: number): boolean =>
  new Date(at - getLag(at)).toISOString().startsWith(local.slice(0, 16))

/** The minute in which the offset of the clocks here changes, between two instants whose offsets differ. */
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
 * The first and the last instant at which clocks here show a local date and time, as a field gives it. They are two in
 * the hour that autumn repeats, and both the change of the clocks in the one that spring skips; undefined for no date.
 */
export function toInstants(local: string): { first: Date; last: Date } | undefined {
  const at = new Date(local).getTime()
  if (local === '' || Number.isNaN(at)) return undefined
  // Of two it is the first; one that is skipped is taken as if the clocks had not been put forward yet.
  const putBack = getLag(at + dayMs) - getLag(at - dayMs)
  const [first, last] = shows(local, at)
    ? [at, putBack > 0 && shows(local, at + putBack) ? at + putBack : at]
    : Array<number>(2).fill(findChange(at + putBack, at))
  return { first: new Date(first ?? at), last: new Date(last ?? at) }
}
