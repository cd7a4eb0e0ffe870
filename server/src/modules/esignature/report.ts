import type { esignature, EsignatureEvent } from '@agency-support/contract/modules/esignature'
import { esignatureKey } from '@agency-support/contract/rules/reports'
import type { Ctx, Handler } from '../../calls/context.ts'
import { type Counted, insertEvents, noteReport, takeNewEvents } from '../agency-reports/public.ts'
import { recordSubscriptionOfKey } from '../marketplace/public.ts'
import { closeAccounts, nothingClosed } from './close-accounts.ts'
import { lockOrCreateSubscription, replaceUsers, saveSubscription } from './report-store.ts'
import type { SubscriptionRow } from './store.ts'

type Report = typeof esignature.report
type News = Counted<EsignatureEvent>

/** Applies reported events; events that were reported before change nothing. */
export const report: Handler<Report> = async ({ events }, ctx) => {
  if (events.length > 0) await takeEvents(events, ctx)
  return noteReport(ctx, 'esignature', ctx.judged)
}

async function takeEvents(events: readonly EsignatureEvent[], ctx: Ctx<Report>): Promise<void> {
  const { agencyId, tx } = ctx
  // Serialises reports of one agency, so that the second one sees what the first stored.
  const before = await lockOrCreateSubscription(tx, agencyId)
  const newEvents = await takeNewEvents(events, ctx.now, (counted) =>
    insertEvents(tx, 'esignature_event', agencyId, counted),
  )
  if (newEvents.length === 0) return
  let record = before
  const after: Record<string, number | string | boolean> = {}
  for (const event of newEvents) {
    const taken = take(record, event)
    if (taken.subscribed !== record.subscribed) await recordChange(event, taken.subscribed, ctx)
    record = taken
    after[event.kind] = Number(after[event.kind] ?? 0) + 1
  }
  const list = newEvents.filter((event) => event.kind === 'users').at(-1)
  if (list !== undefined && record.users_at?.getTime() === list.when.getTime())
    Object.assign(after, await replaceUsers(tx, { agencyId, at: ctx.now }, list.users))
  await saveSubscription(tx, agencyId, record)
  await ctx.append({
    event: 'esignature.reported',
    agencyId,
    before: { isSubscribed: before.subscribed, groupId: before.group_id },
    after: { isSubscribed: record.subscribed, groupId: record.group_id, ...after },
  })
}

/** Records a subscription or its end for the product; a renewed subscription keeps its accounts. */
async function recordChange(event: News, subscribed: boolean, ctx: Ctx<Report>): Promise<void> {
  if (event.kind === 'users') return
  const { agencyId, tx } = ctx
  const by = event.emailAddress
  const eventCode = subscribed ? 0 : 1
  await recordSubscriptionOfKey(tx, { agencyId, productKey: esignatureKey, eventCode, by, at: event.when })
  if (!subscribed) return
  const nothing = { agencyId, input: { groupId: '' }, progress: nothingClosed, by }
  await ctx.services.outsideWork.replace(tx, closeAccounts, nothing)
}

/** The record after an event; unchanged if the event is older than what is stored. */
function take(record: SubscriptionRow, event: News): SubscriptionRow {
  const { when } = event
  if (event.kind === 'users') return isOlder(when, record.users_at) ? record : { ...record, users_at: when }
  if (isOlder(when, record.changed_at)) return record
  return event.kind === 'subscribed'
    ? { ...record, subscribed: true, changed_at: when, group_id: event.groupId }
    : { ...record, subscribed: false, changed_at: when }
}

const isOlder = (when: Date, than: Date | null): boolean => than !== null && when < than
