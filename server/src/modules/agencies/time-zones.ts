import type { agencies } from '@agency-support/contract/modules/agencies'
import { toZoneClock } from '@agency-support/contract/rules/zone-clock'
import type { Handler } from '../../calls/context.ts'

const zones = [
  { id: 'America/New_York', label: 'Eastern Time' },
  { id: 'America/Chicago', label: 'Central Time' },
  { id: 'America/Denver', label: 'Mountain Time' },
  { id: 'America/Phoenix', label: 'Mountain Time, Arizona' },
  { id: 'America/Los_Angeles', label: 'Pacific Time' },
  { id: 'America/Anchorage', label: 'Alaska Time' },
  { id: 'Pacific/Honolulu', label: 'Hawaii Time' },
  { id: 'America/Puerto_Rico', label: 'Atlantic Time, Puerto Rico' },
  { id: 'Pacific/Guam', label: 'Chamorro Time, Guam' },
] as const

/** The time zones of agencies, with their current offset. */
export const timeZones: Handler<typeof agencies.timeZones> = (_input, ctx) =>
  zones.map((zone) => ({ ...zone, offsetMinutes: offsetMinutes(zone.id, ctx.now) }))

/** Minutes by which a zone is ahead of UTC at an instant. */
export function offsetMinutes(timeZone: string, at: Date): number {
  return (toZoneClock(at, timeZone).getTime() - at.getTime()) / 60_000
}
