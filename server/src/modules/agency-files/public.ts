export {
  clearTotals,
  countClientFiles,
  hasTotals,
  listClientFiles,
  unlistClientFiles,
} from './client-files-store.ts'
export { type FileFacts, fileFacts, filesOfUploads, removeFromStores } from './service.ts'
export { startFileRetention } from './retention.ts'
export { countClients } from './facts-store.ts'
export { takeConversionErrors } from './report-conversion-errors.ts'
