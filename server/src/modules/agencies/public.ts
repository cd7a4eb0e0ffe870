export { areFactsNew, keepReportedFacts } from './reported-facts.ts'
export {
  keepFolderCompliance,
  readAgencyName,
  readAgencyNames,
  readHosting,
  readStorage,
  readVersionDisplay,
  useDomain,
} from './service.ts'
export { listVersions } from './store.ts'
