export { startMessageRetention } from './retention.ts'
