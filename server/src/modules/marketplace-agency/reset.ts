import type { marketplace } from '@agency-support/contract/modules/marketplace'
import type { Handler } from '../../calls/context.ts'
import { serialiseAgency } from '../agencies/public.ts'
import { endProducts, recordActivity } from '../marketplace/public.ts'
import { removeRegistrations } from './store.ts'

/** Removes registrations and ends subscriptions and opt-ins by appending events; history stays. */
export const reset: Handler<typeof marketplace.reset> = async (input, ctx) => {
  const { agencyId, registration, initials, subscriptions, productId } = input
  const { tx, now: at, session } = ctx
  await serialiseAgency(tx, agencyId)
  const removed = registration ? await removeRegistrations(tx, { agencyId, initials, at }) : []
  for (const { confirmed } of removed)
    if (confirmed) await recordActivity(tx, { agencyId, category: 'Registration', change: -1, at })
  const by = session.username
  const ended = subscriptions ? await endProducts(tx, { agencyId, productId, by, at }) : []
  if (removed.length === 0 && ended.length === 0) throw ctx.refuse('nothingToReset')
  await ctx.append({
    event: 'marketplace.reset',
    agencyId,
    before: { registrations: removed.length, subscriptions: ended.length },
    after: {
      registrations: 0,
      subscriptions: 0,
      ...(initials === '' ? {} : { initials }),
      ...(productId === 0 ? {} : { productId }),
    },
  })
  return null
}
