export { areFactsNew, keepReportedFacts } from './reported-facts.ts'
export {
  keepFolderCompliance,
  readAgencyName,
  readAgencyNames,
  readHosting,
  readStorage,
  readVersionDisplay,
} from './service.ts'
export { addDomain, listVersions, serialiseAgency } from './store.ts'
