export {
  readAgencyProduct,
  recordOptIn,
  recordSubscription,
  recordSubscriptionOfKey,
  setProductStatus,
} from './service.ts'
export { appendActivity as recordActivity, setEventProcessed } from './store.ts'
