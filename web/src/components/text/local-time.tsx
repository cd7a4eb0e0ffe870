import { announce } from '../messages/announce.tsx'
import {
  formatInstant,
  type InstantFormat,
  notAvailable,
  toInstant,
} from '@agency-support/contract/rules/instant-format'
import { useUtc } from '../../lib/format/utc.ts'

/** Switches all times on the page between local time and UTC (Shift+U). */
export function toggleUtc(): void {
  useUtc.setState((shown) => !shown)
  announce(useUtc.getState() ? 'Times are shown in UTC' : 'Times are shown in local time')
}

export interface LocalTimeProps {
  /** ISO text from the API; null, undefined and 0001-01-01 show N/A. */
  at: string | null | undefined
  format: InstantFormat
}

/** An instant in the screen's format and local time; the tooltip shows UTC and how long ago it was. */
export function LocalTime({ at, format }: LocalTimeProps) {
  const utc = useUtc()
  const instant = toInstant(at)
  if (!instant) return <span>{notAvailable}</span>
  const iso = instant.toISOString()
  return (
    <time dateTime={iso} data-instant={iso} data-utc={utc || undefined}>
      {formatInstant(iso, format, utc ? 'UTC' : undefined)}
    </time>
  )
}
