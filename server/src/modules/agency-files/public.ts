export {
  clearTotals,
  countClientFiles,
  hasTotals,
  listClientFiles,
  unlistClientFiles,
} from './client-files-store.ts'
export {
  type FileFacts,
  fileFacts,
  filesOfUploads,
  readClientTotal,
  removeFromStores,
  startFileRetention,
} from './service.ts'
export { takeConversionErrors } from './report-conversion-errors.ts'
