export { readAgencyProduct, recordSubscription, setProductStatus } from './service.ts'
