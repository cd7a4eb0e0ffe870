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

/** A product as the dropdowns of reports receive it. */
export function productView({ productId, name, keyId }: ReportedProduct): ReportProduct {
  return { productId, name, keyId }
}

/** A row of the billing report. Changes the row in place, because copying ten thousand rows is noticeably slower. */
export function billingView(row: BilledAgency): BillingRow {
  row.subscriptionStarted = toWireInstant(row.subscriptionStarted)
  if (row.subscriptionStopped !== null) row.subscriptionStopped = toWireInstant(row.subscriptionStopped)
  return row
}

/** A row of the activation report, also changed in place. */
export function activationView(row: ActivatedAgency): ActivationRow {
  if (row.optInDate !== null) row.optInDate = toWireInstant(row.optInDate)
  return row
}

/** An event's code on the wire; for e-signature its sign. */
export function toStatus({ keyId }: ReportedProduct, code: ListedEvent['event_code']): number {
  if (keyId !== esignatureKey) return code
  return code === 0 || code === 2 ? 1 : -1
}

/** A subscription event of a product. */
export function eventView(product: ReportedProduct, row: ListedEvent): SubscriptionEvent {
  return {
    id: row.event_id,
    agencyId: row.agency_id,
    agencyName: row.agency_name,
    eventDate: toWireInstant(row.at),
    subscriptionStatus: toStatus(product, row.event_code),
    emailAddress: row.by.includes('@') ? row.by : '',
    isProcessed: row.processed,
    version: row.version,
  }
}
