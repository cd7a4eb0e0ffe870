import { leaveOutEvents } from '@agency-support/contract/entries'
import { AgencyDomain } from '@agency-support/contract/rules/agency-files'
import type { texting } from '@agency-support/contract/modules/texting'
import type { TextingEvent } from '@agency-support/contract/modules/texting-shapes'
import { toNumber } from '@agency-support/contract/rules/texting'
import type { Ctx, Handler } from '../../calls/context.ts'
import { lockOpenWork } from '../../jobs/outside-work/store.ts'
import type { Values } from '../../journal/append.ts'
import { addDomain, serialiseAgency } from '../agencies/public.ts'
import { type Counted, noteReport, takeNewEvents } from '../agency-reports/public.ts'
import { askCampaign, type Wish } from './ask-campaign.ts'
import { campaignWork } from './campaign-work.ts'
import { addEvents, findNewEvents } from './event-store.ts'
import { toPhoneWishes } from './give-phone.ts'
import {
  addTexting,
  type ChangedBy,
  findTexting,
  lockNumber,
  setPhone,
  setTcrNumber,
  type TextingRow,
} from './store.ts'

const byAgency = 'agency'

const taken = 'the number belongs to another agency'

type Report = typeof texting.reportSetUp
type News = Counted<TextingEvent>

/** Applies reported events of an agency's texting; events that were reported before change nothing. */
export const reportSetUp: Handler<Report> = async ({ events }, ctx) => {
  const leftOut = events.length === 0 ? [] : await takeEvents(events, ctx)
  const problems = new Map(leftOut.map((event) => [events.findIndex(({ id }) => id === event.id), taken]))
  return noteReport(ctx, 'texting', leaveOutEvents(ctx.judged, events, problems))
}

/** Returns the events whose number is taken; they are not stored, so that they count once it is free. */
async function takeEvents(events: readonly TextingEvent[], ctx: Ctx<Report>): Promise<News[]> {
  const { tx, agencyId } = ctx
  await serialiseAgency(tx, agencyId)
  const fresh = await takeNewEvents(events, ctx.now, (counted) =>
    findNewEvents(
      tx,
      agencyId,
      counted.map(({ id }) => id),
    ),
  )
  let changed: Values = {}
  const leftOut: News[] = []
  const counting: News[] = []
  for (const event of fresh) {
    const change = await take(ctx, event)
    if (change === 'taken') leftOut.push(event)
    else {
      counting.push(event)
      changed = { ...changed, ...change }
    }
  }
  if (counting.length === 0) return leftOut
  await addEvents(tx, agencyId, counting.map(toKept))
  await ctx.append({ event: 'texting.reported', agencyId, after: { events: counting.length, ...changed } })
  return leftOut
}

type Change = Required<ChangedBy> & { agencyId: number }
type Campaign = Extract<News, { kind: 'campaign' }>
type SetUp = Exclude<News, Campaign>

/** Applies an event to the record, unless it changed later; returns what changed. */
function take(ctx: Ctx<Report>, event: News): Promise<Values | 'taken'> {
  const change = { agencyId: ctx.agencyId, by: byAgency, at: ctx.now, toldAt: event.when }
  return event.kind === 'campaign' ? takeCampaign(ctx, change, event) : takeNumber(ctx, change, event)
}

async function takeCampaign(ctx: Ctx<Report>, change: Change, { tcrNumber }: Campaign): Promise<Values> {
  const record = await addTexting(ctx.tx, change)
  if (isLater(record.tcr_updated_at, change.toldAt) || record.tcr_number === tcrNumber) return {}
  const row = await setTcrNumber(ctx.tx, { ...change, tcrNumber })
  const [phone] = row.phones
  if (phone !== undefined) await replaceWish(ctx, row, [{ number: toNumber(phone), campaignId: tcrNumber }])
  return { tcrNumber }
}

async function takeNumber(ctx: Ctx<Report>, change: Change, event: SetUp): Promise<Values | 'taken'> {
  const { tx } = ctx
  const { agencyId, toldAt } = change
  const { phone, orderId } = event
  const known = await findTexting(tx, agencyId)
  const isOld = known !== undefined && hasLaterNumber(known, toldAt)
  if (!isOld && (await lockNumber(tx, agencyId, phone)) !== undefined) return 'taken'
  const record = await addTexting(tx, change)
  await addDomain(tx, agencyId, AgencyDomain.texting, toldAt)
  if (hasLaterNumber(record, toldAt)) return {}
  const order = { id: orderId, kind: orderKind(event) } as const
  if (record.phones[0] === phone && record.order_id === orderId && record.order_kind === order.kind) return {}
  const set = await setPhone(tx, { ...change, phone, order })
  if ('takenBy' in set) return 'taken'
  await replaceWish(ctx, set.row, toPhoneWishes(record.phones[0], phone, set.row.tcr_number))
  return { phone, orderId }
}

/**
 * The agency's software has made its change at Bandwidth itself, so nothing is asked for there; but what is still asked
 * for would undo it.
 */
async function replaceWish(
  { tx, agencyId, services }: Ctx<Report>,
  { version }: TextingRow,
  wishes: readonly Wish[],
): Promise<void> {
  if (wishes.length === 0 || (await lockOpenWork(tx, agencyId, campaignWork.name)) === undefined) return
  await askCampaign(tx, services.outsideWork, { agencyId, by: byAgency, version, wishes })
}

function hasLaterNumber(record: TextingRow, at: Date): boolean {
  return record.phones.length > 0 && isLater(record.phones_changed_at, at)
}

function isLater(changedAt: Date | null, at: Date): boolean {
  return changedAt !== null && changedAt > at
}

const orderKind = ({ isStandardOrder }: { isStandardOrder: boolean }) =>
  isStandardOrder ? 'standard' : 'hosted'

function toKept(event: News) {
  const { id, at, when } = event
  const setUp = event.kind === 'setUp' ? event : undefined
  return {
    event_id: id,
    kind: event.kind,
    phone: setUp?.phone ?? null,
    order_id: setUp?.orderId ?? null,
    order_kind: setUp === undefined ? null : orderKind(setUp),
    tcr_number: event.kind === 'campaign' ? event.tcrNumber : null,
    at: when,
    told_at: new Date(at),
  }
}
