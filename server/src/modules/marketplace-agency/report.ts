import { leaveOutEvents } from '@agency-support/contract/entries'
import type { marketplace, MarketplaceEvent } from '@agency-support/contract/modules/marketplace'
import type { Ctx, Handler } from '../../calls/context.ts'
import type { Row } from '../../db/query.ts'
import { serialiseAgency } from '../agencies/public.ts'
import { type Counted, insertEvents, noteReport, takeNewEvents } from '../agency-reports/public.ts'
import {
  findUnknownProducts,
  recordActivity,
  recordOptIn,
  recordSubscription,
} from '../marketplace/public.ts'
import { lockRegistration, type ReportedRegistration, saveRegistration } from './store.ts'

type Report = typeof marketplace.report
type News = Counted<MarketplaceEvent>
type Registering = Extract<News, { kind: 'registered' | 'confirmed' }>

/** Applies reported events; events that were reported before change nothing. */
export const report: Handler<Report> = async ({ events }, ctx) => {
  const problems = await findProblems(events, ctx)
  const fitting = events.filter((_, at) => !problems.has(at))
  if (fitting.length > 0) await takeEvents(fitting, ctx)
  return noteReport(ctx, 'marketplace', leaveOutEvents(ctx.judged, events, problems))
}

/** Problems by index: events of unknown products. Reported again, they count once the product exists. */
async function findProblems(
  events: readonly MarketplaceEvent[],
  { tx }: Ctx<Report>,
): Promise<Map<number, string>> {
  const unknown = await findUnknownProducts(tx, events.flatMap(toProductIds))
  return new Map(
    events.flatMap((event, at) => {
      const [productId = 0] = toProductIds(event)
      return unknown.has(productId) ? [[at, `the marketplace has no product ${productId}`]] : []
    }),
  )
}

async function takeEvents(events: readonly MarketplaceEvent[], ctx: Ctx<Report>): Promise<void> {
  const { agencyId, tx } = ctx
  // Serialises reports of one agency, so that the second one sees what the first stored.
  await serialiseAgency(tx, agencyId)
  const newEvents = await takeNewEvents(events, ctx.now, (counted) =>
    insertEvents(tx, 'marketplace_event', agencyId, counted),
  )
  if (newEvents.length === 0) return
  const after: Record<string, number> = {}
  for (const event of newEvents) {
    await take(event, ctx)
    after[event.kind] = (after[event.kind] ?? 0) + 1
  }
  await ctx.append({ event: 'marketplace.reported', agencyId, after })
}

const toProductIds = (event: MarketplaceEvent): number[] => ('productId' in event ? [event.productId] : [])

const eventCodes = { purchase: 0, cancellation: 1, trialStart: 2, trialEnd: 3 } as const

async function take(event: News, ctx: Ctx<Report>): Promise<void> {
  const { agencyId, tx } = ctx
  if (event.kind === 'registered' || event.kind === 'confirmed') return takeRegistration(event, ctx)
  const { productId, initials, when: at } = event
  if (event.kind === 'optedIn' || event.kind === 'optedOut') {
    const change = event.kind === 'optedIn' ? 1 : -1
    return recordOptIn(tx, { agencyId, productId, change, at, initials, name: event.name })
  }
  return recordSubscription(tx, { agencyId, productId, eventCode: eventCodes[event.kind], by: initials, at })
}

/** Applies an event to a registration, unless it is older than what is stored. */
async function takeRegistration(event: Registering, ctx: Ctx<Report>): Promise<void> {
  const { agencyId, tx } = ctx
  const { initials, when: at } = event
  const known = await lockRegistration(tx, agencyId, initials)
  if (known !== undefined && isPast(known, event)) return
  const wasConfirmed = known !== undefined && known.removed_at === null && known.confirmed
  const row = toRow(event)
  await saveRegistration(tx, agencyId, row)
  if (row.confirmed === wasConfirmed) return
  await recordActivity(tx, { agencyId, category: 'Registration', change: row.confirmed ? 1 : -1, at })
}

/** Only the agency's own times are compared: two clocks cannot tell whether it registered before or after a removal. */
function isPast(known: Row<'marketplace_registration'>, { kind, when }: Registering): boolean {
  if (known.removed_at === null) return when < known.changed_at
  return kind !== 'registered' || when <= known.changed_at
}

function toRow(event: Registering): ReportedRegistration {
  const { initials, email, when } = event
  const common = { initials, email, changed_at: when }
  if (event.kind === 'confirmed') return { ...common, code: '', code_expires_at: when, confirmed: true }
  // If the agency's clock is far ahead of ours, the expiry is ahead by as much.
  const ahead = Date.parse(event.at) - when.getTime()
  const expires = new Date(Date.parse(event.codeExpiration) - ahead)
  return { ...common, code: event.confirmationCode, code_expires_at: expires, confirmed: false }
}
