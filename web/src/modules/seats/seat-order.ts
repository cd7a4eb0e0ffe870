import type { UsedSeat } from '@agency-support/contract/modules/seats'

/** Milliseconds of an instant; 0 for never. */
export const instant = (at: string | null): number => (at === null ? 0 : Date.parse(at))

/** The user silent for longest first, who most likely no longer uses the seat. */
export function silentFirst(seats: readonly UsedSeat[]): readonly UsedSeat[] {
  return seats.toSorted((one, other) => instant(one.lastTokenAt) - instant(other.lastTokenAt))
}
