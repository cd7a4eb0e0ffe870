export { keepReportedFacts } from './reported-facts.ts'
export { readDomains, keepFolderCompliance, readStorage, useDomain } from './service.ts'
