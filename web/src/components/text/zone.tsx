import { zoneName } from '../../lib/format/format.ts'
import { useUtc } from '../../lib/format/utc.ts'

/** Short name of a time zone for instants of all seasons: ET, which is EST or EDT; GMT+1/GMT+2 where it has none. */
export function seasonlessZoneName(zone?: string): string {
  const [january, july] = [new Date(2026, 0), new Date(2026, 6)]
  const names = new Set([zoneName(january, zone), zoneName(july, zone)])
  const generic = zoneName(january, zone, 'shortGeneric')
  // Most zones outside North America are named after their country: Germany Time.
  return names.size === 2 && /^[A-Z]{2,4}$/.test(generic) ? generic : [...names].join('/')
}

/** The zone of the times in a table, after the name of their column: ` (ET)`, ` (UTC)`. */
export function Zone() {
  return ` (${seasonlessZoneName(useUtc() ? 'UTC' : undefined)})`
}
