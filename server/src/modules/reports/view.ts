import type {
  ActivationRow,
  BillingRow,
  ReportProduct,
  SubscriptionEvent,
} from '@agency-support/contract/modules/reports'
import { esignatureKey } from '@agency-support/contract/rules/reports'
import type {
  ActivatedAgency,
  BilledAgency,
  EventColumn,
  ListedEvent,
  ReportedProduct,
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
    subscriptionStarted: row.started_at.toISOString(),
    subscriptionStopped: row.stopped_at?.toISOString() ?? null,
  }
}

/** Where the same stands in a row that the database writes and nobody parses. */
export const billingFields: Record<keyof BillingRow, keyof BilledAgency> = {
  agencyId: 'agency_id',
  name: 'name',
  subscribed: 'subscribed',
  status: 'status',
  subscriptionStarted: 'started_at',
  subscriptionStopped: 'stopped_at',
}

/** A row of the activation report. */
export function activationView(row: ActivatedAgency): ActivationRow {
  return {
    agencyId: row.agency_id,
    visible: row.visible,
    subscribed: row.subscribed,
    enabled: row.enabled,
    optedIn: row.opted_in,
    optInDate: row.opt_in_at?.toISOString() ?? null,
    name: row.opt_in_name,
    initials: row.opt_in_initials,
  }
}

/** Where the same stands in a row that the database writes and nobody parses. */
export const activationFields: Record<keyof ActivationRow, keyof ActivatedAgency> = {
  agencyId: 'agency_id',
  visible: 'visible',
  subscribed: 'subscribed',
  enabled: 'enabled',
  optedIn: 'opted_in',
  optInDate: 'opt_in_at',
  name: 'opt_in_name',
  initials: 'opt_in_initials',
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

/** Where the same stands in a row that the database writes and nobody parses. */
export function eventFields({ keyId }: ReportedProduct): Record<keyof SubscriptionEvent, EventColumn> {
  return {
    id: 'event_id',
    agencyId: 'agency_id',
    agencyName: 'agency_name',
    eventDate: 'instant',
    subscriptionStatus: keyId === esignatureKey ? 'turn' : 'event_code',
    emailAddress: 'address',
    isProcessed: 'processed',
    version: 'version',
  }
}
