export { areFactsNew, keepReportedFacts } from './reported-facts.ts'
export {
  keepFolderCompliance,
  readAgencyName,
  readAgencyNames,
  readHosting,
  readStorage,
  readVersionDisplay,
} from './service.ts'
export { addDomain, listVersions } from './store.ts'
