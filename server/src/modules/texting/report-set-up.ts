import { leaveOutMore } from '@agency-support/contract/entries'
import { AgencyDomain } from '@agency-support/contract/rules/agency-files'
import type { texting } from '@agency-support/contract/modules/texting'
import type { TextingEvent } from '@agency-support/contract/modules/texting-shapes'
import { toEventTime } from '../../clock.ts'
import type { Ctx, Handler } from '../../calls/context.ts'
import type { Tx } from '../../db/open.ts'
import type { Values } from '../../journal/append.ts'
import { useDomain } from '../agencies/public.ts'
import { noteReport } from '../agency-reports/public.ts'
import { addEvents, dropEvents } from './event-store.ts'
import { addTexting, findTexting, isHeldByAnother, setPhone, setTcrNumber } from './store.ts'

const byAgency = 'agency'

const taken = 'the number belongs to another agency'

type Report = typeof texting.reportSetUp
/** An event with the instant that counts. */
type Counted = TextingEvent & { counted: Date }

/** Takes over what an agency's software tells of its texting; what was told before leaves no trace. */
export const reportSetUp: Handler<Report> = async ({ events }, ctx) => {
  const leftOut = events.length === 0 ? [] : await takeEvents(events, ctx)
  const problems = new Map(leftOut.map((event) => [events.findIndex(({ id }) => id === event.id), taken]))
  return noteReport(ctx, 'texting', leaveOutMore('events', ctx.judged, events, problems))
}

/** Resolves with the events that could not be taken; told again they count once the number is free. */
async function takeEvents(events: readonly TextingEvent[], ctx: Ctx<Report>): Promise<Counted[]> {
  const told = events.map((event) => ({ ...event, counted: toEventTime(new Date(event.at), ctx.now) }))
  const newIds = await addEvents(ctx.tx, ctx.agencyId, told.map(toKept))
  if (newIds.size === 0) return []
  const first = new Map(told.toReversed().map((event) => [event.id, event]))
  const fresh = [...first.values()].filter(({ id }) => newIds.has(id))
  fresh.sort((a, b) => a.counted.getTime() - b.counted.getTime())
  let changed: Values = {}
  const leftOut: Counted[] = []
  for (const event of fresh) {
    const change = await take(ctx.tx, ctx.agencyId, event)
    if (change === 'taken') leftOut.push(event)
    else changed = { ...changed, ...change }
  }
  const ids = leftOut.map(({ id }) => id)
  if (ids.length > 0) await dropEvents(ctx.tx, ctx.agencyId, ids)
  if (leftOut.length === fresh.length) return leftOut
  await ctx.append({
    event: 'texting.reported',
    agencyId: ctx.agencyId,
    after: { events: fresh.length - leftOut.length, ...changed },
  })
  return leftOut
}

/** Makes the record what an event tells, unless it was changed after that; returns what it has changed. */
async function take(tx: Tx, agencyId: number, event: Counted): Promise<Values | 'taken'> {
  const change = { agencyId, by: byAgency, at: event.counted }
  if (event.kind === 'campaign') {
    const record = await addTexting(tx, change)
    const { tcrNumber } = event
    if (isLater(record.tcr_updated_at, event.counted) || record.tcr_number === tcrNumber) return {}
    await setTcrNumber(tx, { ...change, tcrNumber })
    return { tcrNumber }
  }
  const known = await findTexting(tx, agencyId)
  const isOld =
    known !== undefined && known.phones.length > 0 && isLater(known.phones_changed_at, event.counted)
  if (!isOld && (await isHeldByAnother(tx, agencyId, event.phone))) return 'taken'
  const record = await addTexting(tx, change)
  await useDomain(tx, agencyId, AgencyDomain.texting)
  if (record.phones.length > 0 && isLater(record.phones_changed_at, event.counted)) return {}
  const { phone, orderId } = event
  const order = { id: orderId, kind: orderKind(event) } as const
  if (record.phones[0] === phone && record.order_id === orderId && record.order_kind === order.kind) return {}
  const set = await setPhone(tx, { ...change, phone, order })
  return 'takenBy' in set ? 'taken' : { phone, orderId }
}

function isLater(changedAt: Date | null, at: Date): boolean {
  return changedAt !== null && changedAt > at
}

const orderKind = ({ isStandardOrder }: { isStandardOrder: boolean }) =>
  isStandardOrder ? 'standard' : 'hosted'

function toKept(event: Counted) {
  const { id, at, counted } = event
  const setUp = event.kind === 'setUp' ? event : undefined
  return {
    event_id: id,
    kind: event.kind,
    phone: setUp?.phone ?? null,
    order_id: setUp?.orderId ?? null,
    order_kind: setUp === undefined ? null : orderKind(setUp),
    tcr_number: event.kind === 'campaign' ? event.tcrNumber : null,
    at: counted,
    told_at: new Date(at),
  }
}
