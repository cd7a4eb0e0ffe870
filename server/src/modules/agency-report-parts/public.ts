export { deleteOldDrafts } from './retention.ts'
