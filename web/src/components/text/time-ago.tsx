import { agoText, minutesSince } from '@agency-support/contract/rules/health'
import { useNow } from '../../lib/use-now.ts'
import { useUtc } from '../../lib/format/utc.ts'

/** How long ago something was counted or reported, worded as in the health strip; the tooltip shows the exact time. */
export function TimeAgo({ at }: { at: string }) {
  const now = useNow()
  const utc = useUtc()
  return (
    <time dateTime={at} data-instant={at} data-utc={utc || undefined}>
      {agoText(minutesSince(at, now))}
    </time>
  )
}
