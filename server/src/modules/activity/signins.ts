import type { activity, SigninPeriod } from '@agency-support/contract/modules/activity'
import type { Handler } from '../../calls/context.ts'
import { countSignins } from '../agency-users/public.ts'

const spanSeconds = 600
const spanMs = spanSeconds * 1000
const hourMs = 3_600_000

/** Sign-ins per ten minutes and hosting environment, for the last `hours` up to the current ten minutes. */
export const signins: Handler<typeof activity.signins> = async ({ hours }, ctx) => {
  const now = ctx.now.getTime()
  const first = Math.floor((now - hours * hourMs) / spanMs)
  const running = Math.floor(now / spanMs)
  const starts = Array.from({ length: running - first + 1 }, (_, at) => new Date((first + at) * spanMs))
  const rows = starts.map(toPeriod)
  const [from, to] = [new Date(first * spanMs), new Date((running + 1) * spanMs)]
  const counts = await countSignins(ctx.db, { from, to, spanSeconds })
  if (counts.length === 0) throw ctx.refuse('none')
  for (const { span, environment, signins: count } of counts) {
    const row = rows[span]
    if (row !== undefined) row[environment] = count
  }
  return rows
}

function toPeriod(start: Date): SigninPeriod {
  const period = start.toISOString().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:mm'.length)
  return { period, locals: 0, kotter: 0, opusW: 0, opusE: 0, opusE2: 0 }
}
