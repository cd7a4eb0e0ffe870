export { readAlertNumber } from './store.ts'
