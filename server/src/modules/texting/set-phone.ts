import { padAgencyId } from '@agency-support/contract/ids'
import type { texting } from '@agency-support/contract/modules/texting'
import { toNumber } from '@agency-support/contract/rules/texting'
import { askProvider } from '../../calls/ask-provider.ts'
import type { Ctx, Handler } from '../../calls/context.ts'
import { isStale } from '../../calls/is-stale.ts'
import { lockOpenWork } from '../../jobs/outside-work/store.ts'
import { givePhone } from './give-phone.ts'
import { judgeOrder } from './judge-order.ts'
import { numberWork } from './number-work.ts'
import { findHolder, findTexting, lockTexting, type NumberOrder } from './store.ts'

type OrderContext = Ctx<typeof texting.setPhone>
/** The context that both calls share. */
type SharedContext = Pick<
  Ctx<typeof texting.setInServicePhone>,
  'db' | 'now' | 'refuse' | 'request' | 'services' | 'session' | 'transaction'
>

interface PhoneChange {
  agencyId: number
  phoneNumber: string
  version?: number | undefined
}

/** Gives an agency the number of an order at Bandwidth: now if the order is complete, otherwise when it completes. */
export const setPhone: Handler<typeof texting.setPhone> = async (input, ctx) => {
  const { orderId: id, isStandardOrder } = input
  const order: NumberOrder = { id, kind: isStandardOrder ? 'standard' : 'hosted' }
  await refuseEarly(input, ctx)
  const found = await askProvider(ctx, () => ctx.services.bandwidth.getOrder(order.kind, id))
  const judged = judgeOrder(found, input.phoneNumber)
  if (judged === 'pending') {
    await queuePhoneChange(input, order, ctx)
    ctx.say('Order pending. The number changes when the order completes.')
    return { pending: true }
  }
  if (judged !== 'completed') throw ctx.refuse(judged)
  await requireInService(input, ctx)
  await change(input, order, ctx)
  return { pending: false }
}

/** The same with a number that is already in service. */
export const setInServicePhone: Handler<typeof texting.setInServicePhone> = async (input, ctx) => {
  await refuseEarly(input, ctx)
  await requireInService(input, ctx)
  await change(input, null, ctx)
  return null
}

/** Refusals that need no request to Bandwidth. */
async function refuseEarly({ agencyId, phoneNumber }: PhoneChange, ctx: SharedContext): Promise<void> {
  if ((await findTexting(ctx.db, agencyId)) === undefined) throw ctx.refuse('noTexting')
  const holder = await findHolder(ctx.db, phoneNumber)
  if (holder !== undefined && holder !== agencyId) throw ctx.refuse('taken', { id8: padAgencyId(holder) })
}

async function requireInService({ phoneNumber }: PhoneChange, ctx: SharedContext): Promise<void> {
  const number = toNumber(phoneNumber)
  if (!(await askProvider(ctx, () => ctx.services.bandwidth.isInService(number))))
    throw ctx.refuse('notInService')
}

async function queuePhoneChange(input: PhoneChange, order: NumberOrder, ctx: OrderContext): Promise<void> {
  const { agencyId, phoneNumber: phone, version } = input
  const by = ctx.session.username
  await ctx.transaction(async ({ tx, append }) => {
    const work = { phone, orderId: order.id, orderKind: order.kind, by }
    const isAdded = await ctx.services.outsideWork.add(tx, numberWork, {
      agencyId,
      by,
      input: work,
      progress: 0,
    })
    if (!isAdded) throw ctx.refuse('underWay')
    const row = await lockTexting(tx, agencyId)
    if (row !== undefined && isStale(row.phones_version, version))
      throw ctx.refuse('stale', toStale({ row, by: row.phones_changed_by, at: row.phones_changed_at }, phone))
    await append({ event: 'texting.phoneAsked', agencyId, after: { phone, orderId: order.id } })
  })
}

async function change(input: PhoneChange, order: NumberOrder | null, ctx: SharedContext): Promise<void> {
  const { agencyId, phoneNumber: phone, version } = input
  await ctx.transaction(async ({ tx, append }) => {
    // Locks the work before the record, like the end of the work itself does.
    if ((await lockOpenWork(tx, agencyId, numberWork.name)) !== undefined) throw ctx.refuse('underWay')
    const by = ctx.session.username
    const given = await givePhone(tx, ctx.services.outsideWork, {
      agencyId,
      phone,
      order,
      by,
      at: ctx.now,
      version,
    })
    if (given.outcome === 'noRecord') throw ctx.refuse('noTexting')
    if (given.outcome === 'taken') throw ctx.refuse('taken', { id8: padAgencyId(given.agencyId) })
    if (given.outcome === 'stale') throw ctx.refuse('stale', toStale(given, phone))
    if (given.outcome === 'same') return
    await append({
      event: 'texting.phoneChanged',
      agencyId,
      before: { phone: given.before.phones[0] ?? '' },
      after: { phone, ...(order === null ? {} : { orderId: order.id }) },
    })
  })
}

function toStale(
  { row, by, at }: { row: { phones: string[]; version: number }; by: string; at: Date },
  yours: string,
) {
  return {
    changedBy: by,
    changedAt: at.toISOString(),
    current: row.phones[0] ?? '',
    yours,
    version: row.version,
  }
}
