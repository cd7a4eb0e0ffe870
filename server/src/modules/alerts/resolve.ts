import type { alerts } from '@agency-support/contract/modules/alerts'
import type { Handler } from '../../calls/context.ts'
import { endAlert, lockActive } from './store.ts'
import { getSubject, journalValues } from './view.ts'

/** Ends an alert; code 2 if it has ended or never existed. */
export const resolve: Handler<typeof alerts.resolve> = async ({ alertId, guid }, ctx) => {
  const before = await lockActive(ctx.tx, alertId ?? guid ?? '')
  if (before === undefined) throw ctx.refuse('gone')
  await endAlert(ctx.tx, before.guid, { by: ctx.session.username, at: ctx.now })
  await ctx.append({
    event: 'alerts.resolved',
    subject: getSubject(before.guid),
    before: journalValues(before),
  })
  return null
}
