export { setEventProcessed } from './store.ts'
export { readAgencyProduct, recordSubscription, setProductStatus } from './service.ts'
