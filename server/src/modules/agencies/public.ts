export { keepReportedFacts } from './reported-facts.ts'
export { readDomains, keepFolderCompliance, readStorage, readVersion, useDomain } from './service.ts'
export { readAgencyName, readDomains, keepFolderCompliance, readStorage, useDomain } from './service.ts'
