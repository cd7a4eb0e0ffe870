/** Source of the current time; tests set it by hand. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const daySeconds = 24 * 60 * 60

/** The instant `seconds` after another. */
export function plusSeconds(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}

/** Whole seconds since 1970. */
export function toEpochSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}

/** Clock difference in ms to a time that the database returned between `sent` and `received`; 0 if it lies between them. */
export function toApart(at: Date, sent: number, received: number): number {
  const time = at.getTime()
  if (time > received) return received - time
  return time < sent ? sent - time : 0
}

const aheadSeconds = 5 * 60

/** The time of an event reported by agencies' software: its own, or now if that is too far in the future. */
export function toEventTime(reported: Date, now: Date): Date {
  return reported > plusSeconds(now, aheadSeconds) ? now : reported
}
