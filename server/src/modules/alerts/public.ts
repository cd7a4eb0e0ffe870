export { deleteOutdatedDeliveries } from './retention.ts'
export { readAlertNumber } from './store.ts'
