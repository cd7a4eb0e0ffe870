export { endProducts } from './end-products.ts'
export { type AgencyProductRow, findUnknownProducts, listAgencyProducts } from './of-agency-store.ts'
export { importItems } from './import-items.ts'
export { reencryptProductSecrets } from './reencrypt-secrets.ts'
export {
  recordOptIn,
  recordSubscription,
  recordSubscriptionOfKey,
  setProductStatus,
} from './service.ts'
export { readAgencyProduct, recordActivity, setEventProcessed } from './store.ts'
export {
  type ActivatedAgency,
  type ActivationFilter,
  type BilledAgency,
  type Bound,
  findReportedProduct,
  listActivatedAgencies,
  listBilledAgencies,
  type ListedEvent,
  listReportedProducts,
  listSubscriptionEvents,
  type ReportedProduct,
  type VersionsThatSee,
  toWireInstant,
} from './report-store.ts'
export { listActivatedForFile, listBilledForFile, listEventsForFile } from './report-file-store.ts'
export { findStateDifferences } from './check-store.ts'
export {
  recomputeStates,
  recordHistory,
  type NewOptInEvent,
  type NewSubscriptionEvent,
} from './bulk-store.ts'
export { growHistory } from './grow-store.ts'
