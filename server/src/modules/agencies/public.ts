export { keepReportedFacts } from './reported-facts.ts'
export {
  keepFolderCompliance,
  readAgencyName,
  readDomains,
  readStorage,
  readVersion,
  useDomain,
} from './service.ts'
export { readDomains, keepFolderCompliance, readHosting, readStorage, useDomain } from './service.ts'
