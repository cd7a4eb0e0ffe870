export { noteReport } from './service.ts'
