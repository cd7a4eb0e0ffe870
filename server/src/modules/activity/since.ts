import { daySeconds, plusSeconds } from '../../lib/clock.ts'

/** The instants 24 and 168 hours ago. */
export function getSince(now: Date): { day: Date; week: Date } {
  return { day: plusSeconds(now, -daySeconds), week: plusSeconds(now, -7 * daySeconds) }
}

/** Earlier than any event, including those whose time is unknown. */
export const always = new Date('0001-01-01T00:00:00Z')
/** Later than events of unknown time, earlier than all others. */
export const sinceCounting = new Date('1970-01-01T00:00:00Z')
