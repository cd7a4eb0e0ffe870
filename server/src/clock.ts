/** Where the time comes from; tests turn it by hand. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The instant `seconds` after another. */
export function plusSeconds(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000)
}

const aheadSeconds = 5 * 60

/** The instant that counts for an event that agencies' software tells of: its own, or now where that is far ahead of us. */
export function toEventTime(told: Date, now: Date): Date {
  return told > plusSeconds(now, aheadSeconds) ? now : told
}
