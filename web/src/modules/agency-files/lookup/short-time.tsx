import { useUtc } from '../../../lib/format/utc.ts'
import { shortTime } from '../../../lib/format/short-time.ts'

/** An instant in the format of client files, in local time or UTC like all others. */
export function ShortTime({ at }: { at: string }) {
  const utc = useUtc()
  return (
    <time dateTime={at} data-instant={at} data-utc={utc || undefined}>
      {shortTime(at, utc ? 'UTC' : undefined)}
    </time>
  )
}
