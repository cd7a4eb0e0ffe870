export { rotateAgencyKey } from './service.ts'
