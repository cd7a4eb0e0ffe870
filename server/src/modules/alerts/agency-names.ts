import type { alerts } from '@agency-support/contract/modules/alerts'
import type { Handler } from '../../calls/context.ts'
import { listNames } from './delivery-store.ts'

/** The names of those agencies that exist. */
export const agencyNames: Handler<typeof alerts.agencyNames> = async ({ agencyIds }, { db }) => {
  const rows = await listNames(db, agencyIds)
  return rows.map((row) => ({ agencyId: row.agency_id, name: row.name }))
}
