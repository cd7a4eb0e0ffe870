import type { AgencyMarketplaceProduct, Registration } from '@agency-support/contract/modules/marketplace'
import { judgeVisibility } from '@agency-support/contract/rules/product-visibility'
import type { AgencyProductRow } from '../marketplace/public.ts'
import type { RegistrationRow } from './store.ts'

/** A registration as its wire shape; a confirmed one no longer needs its code. */
export function registrationView(row: RegistrationRow): Registration {
  return {
    initials: row.initials,
    email: row.email,
    confirmed: row.confirmed,
    confirmationCode: row.confirmed ? '' : row.code,
    codeExpiration: row.code_expires_at.toISOString(),
  }
}

/** A product as it appears to an agency with this software version. */
export function productView(row: AgencyProductRow, version: string): AgencyMarketplaceProduct {
  const rules = { enabled: row.enabled, minimumVersion: row.minimum_version }
  const { opted_in: optedIn, subscribed } = row
  return {
    id: row.product_id,
    name: row.name,
    providerName: row.provider_name,
    enabled: judgeVisibility(rules, { isOverridden: row.is_overridden, version }).visible,
    optedIn: optedIn === true,
    optInUser: optedIn === true ? { initials: row.opt_in_initials ?? '', name: row.opt_in_name ?? '' } : null,
    optInTimeStamp: optedIn === true ? (row.opt_in_at?.toISOString() ?? null) : null,
    subscribed: subscribed === true,
    subscriptionTimestamp: subscribed === true ? (row.started_at?.toISOString() ?? null) : null,
  }
}
