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

/** A row of the billing report. */
export function billingView(row: BilledAgency): BillingRow {
  return {
    agencyId: row.agency_id,
    name: row.name,
    subscribed: row.subscribed,
    status: row.status,
    subscriptionStarted: toWireInstant(row.started_at),
    subscriptionStopped: row.stopped_at === null ? null : toWireInstant(row.stopped_at),
  }
}

/** A row of the activation report. */
export function activationView(row: ActivatedAgency): ActivationRow {
  return {
    agencyId: row.agency_id,
    visible: row.visible,
    subscribed: row.subscribed,
    enabled: row.enabled,
    optedIn: row.opted_in,
    optInDate: row.opt_in_at === null ? null : toWireInstant(row.opt_in_at),
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
    eventDate: toWireInstant(row.at),
    subscriptionStatus: keyId === esignatureKey ? (starts ? 1 : -1) : row.event_code,
    emailAddress: row.by.includes('@') ? row.by : '',
    isProcessed: row.processed,
    version: row.version,
  }
}
