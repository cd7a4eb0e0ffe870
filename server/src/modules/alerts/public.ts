export { readAlertNumber } from './service.ts'
