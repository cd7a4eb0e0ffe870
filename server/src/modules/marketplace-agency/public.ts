export { clearCloud } from './clear-cloud.ts'
