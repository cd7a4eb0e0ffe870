import type { agencies } from '@agency-support/contract/modules/agencies'
import type { Handler } from '../../calls/context.ts'
import { findAgency } from './store.ts'
import { configView } from './view.ts'

/** One agency. */
export const config: Handler<typeof agencies.config> = async ({ agencyId }, ctx) => {
  const row = await findAgency(ctx.db, agencyId)
  if (row === undefined) throw ctx.refuse('notFound')
  return configView(row)
}
