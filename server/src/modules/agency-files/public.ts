export {
  clearTotals,
  countClientFiles,
  hasTotals,
  listClientFiles,
  unlistClientFiles,
} from './client-files-store.ts'
export { removeFromStores } from './remove-from-stores.ts'
export { type FileFacts, fileFacts, filesOfUploads, readClientTotal, startFileRetention } from './service.ts'
export { takeConversionErrors } from './report-conversion-errors.ts'
