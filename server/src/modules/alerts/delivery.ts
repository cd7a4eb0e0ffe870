import type { alerts } from '@agency-support/contract/modules/alerts'
import { maxDeliveryNames } from '@agency-support/contract/rules/alerts'
import type { Handler } from '../../calls/context.ts'
import { countDelivery, listConcerned } from './delivery-store.ts'
import { findActive } from './store.ts'
import { concernedView } from './view.ts'

/** The agencies that an alert addresses, and how many have its current version. */
export const delivery: Handler<typeof alerts.delivery> = async ({ guid }, ctx) => {
  const alert = await findActive(ctx.db, guid)
  if (alert === undefined) throw ctx.refuse('gone')
  const [counts, rows] = await Promise.all([
    countDelivery(ctx.db, alert),
    listConcerned(ctx.db, alert, maxDeliveryNames),
  ])
  return { ...counts, agencies: rows.map(concernedView) }
}
