import type { Clock } from '../src/lib/clock.ts'

/** A clock that stands still until it is turned. */
export interface TurnableClock extends Clock {
  /** Turns it by so many seconds; back when negative. */
  turn(seconds: number): void
}

/** Starts on a fixed working day, so that no test depends on the date it runs on. */
export function turnableClock(start = '2026-11-20T09:00:00.000Z'): TurnableClock {
  let milliseconds = Date.parse(start)
  return {
    now: () => new Date(milliseconds),
    turn: (seconds) => {
      milliseconds += seconds * 1000
    },
  }
}
