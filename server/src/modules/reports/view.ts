import type {
  ActivationRow,
  BillingRow,
  ReportProduct,
  SubscriptionEvent,
} from '@agency-support/contract/modules/reports'
import { judgeVisibility } from '@agency-support/contract/rules/product-visibility'
import { esignatureKey } from '@agency-support/contract/rules/reports'
import type { ActivatedAgency, BilledAgency, ListedEvent, ReportedProduct } from '../marketplace/public.ts'

/** A product as the dropdowns of reports get it. */
export function productView({ productId, name, keyId }: ReportedProduct): ReportProduct {
  return { productId, name, keyId }
}

/** A row of the billing report. */
export function billingView(row: BilledAgency): BillingRow {
  return {
    agencyId: row.agency_id,
    name: row.name,
    subscribed: row.subscribed,
    status: row.status,
    subscriptionStarted: row.started_at.toISOString(),
    subscriptionStopped: row.stopped_at?.toISOString() ?? null,
  }
}

/** A row of the activation report of a product. */
export function activationView(product: ReportedProduct, row: ActivatedAgency): ActivationRow {
  const agency = { isOverridden: row.overridden, version: row.version_display }
  return {
    agencyId: row.agency_id,
    visible: judgeVisibility(product, agency).visible,
    subscribed: row.subscribed,
    enabled: row.status === 0,
    optedIn: row.opted_in,
    optInDate: row.opt_in_at?.toISOString() ?? null,
    name: row.opt_in_name,
    initials: row.opt_in_initials,
  }
}

/** An event of a product's subscriptions; at e-signature its code is told as a sign. */
export function eventView({ keyId }: ReportedProduct, row: ListedEvent): SubscriptionEvent {
  const starts = row.event_code === 0 || row.event_code === 2
  return {
    id: row.event_id,
    agencyId: row.agency_id,
    agencyName: row.agency_name,
    eventDate: row.at.toISOString(),
    subscriptionStatus: keyId === esignatureKey ? (starts ? 1 : -1) : row.event_code,
    emailAddress: row.by.includes('@') ? row.by : '',
    isProcessed: row.processed,
    version: row.version,
  }
}
