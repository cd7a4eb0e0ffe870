import type { alerts } from '@agency-support/contract/modules/alerts'
import type { Handler } from '../../calls/context.ts'
import { readAgencyNames } from '../agencies/public.ts'

/** The names of those agencies that exist. */
export const agencyNames: Handler<typeof alerts.agencyNames> = ({ agencyIds }, { db }) =>
  readAgencyNames(db, agencyIds)
