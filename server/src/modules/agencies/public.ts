export { keepReportedFacts } from './reported-facts.ts'
export { readDomains, keepFolderCompliance, readStorage, readVersion, useDomain } from './service.ts'
