import type {
  ActivationRow,
  BillingRow,
  ReportProduct,
  SubscriptionEvent,
} from '@agency-support/contract/modules/reports'
import { esignatureKey } from '@agency-support/contract/rules/reports'
import {
  type ActivatedAgency,
  type BilledAgency,
  type ListedEvent,
  type ReportedProduct,
  toWireInstant,
} from '../marketplace/public.ts'

/** A product as the dropdowns of reports get it. */
export function productView({ productId, name, keyId }: ReportedProduct): ReportProduct {
  return { productId, name, keyId }
}

/** A row of the billing report: the very row that was read, since a copy of each of ten thousand is felt. */
export function billingView(row: BilledAgency): BillingRow {
  row.subscriptionStarted = toWireInstant(row.subscriptionStarted)
  if (row.subscriptionStopped !== null) row.subscriptionStopped = toWireInstant(row.subscriptionStopped)
  return row
}

/** A row of the activation report; the very row that was read, too. */
export function activationView(row: ActivatedAgency): ActivationRow {
  if (row.optInDate !== null) row.optInDate = toWireInstant(row.optInDate)
  return row
}

/** An event of a product's subscriptions; at e-signature its code is told as a sign. */
export function eventView({ keyId }: ReportedProduct, row: ListedEvent): SubscriptionEvent {
  const starts = row.event_code === 0 || row.event_code === 2
  return {
    id: row.event_id,
    agencyId: row.agency_id,
    agencyName: row.agency_name,
    eventDate: toWireInstant(row.at),
    subscriptionStatus: keyId === esignatureKey ? (starts ? 1 : -1) : row.event_code,
    emailAddress: row.by.includes('@') ? row.by : '',
    isProcessed: row.processed,
    version: row.version,
  }
}
