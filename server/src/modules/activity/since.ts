import { plusSeconds } from '../../clock.ts'

const daySeconds = 24 * 60 * 60

/** The instants from which the last 24 and 168 hours are counted. */
export function getSince(now: Date): { day: Date; week: Date } {
  return { day: plusSeconds(now, -daySeconds), week: plusSeconds(now, -7 * daySeconds) }
}

/** Before any event, those included of which nobody knows when they were. */
export const always = new Date('0001-01-01T00:00:00Z')
/** After those. */
export const sinceCounting = new Date('1970-01-01T00:00:00Z')
