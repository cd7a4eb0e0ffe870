export { keepReportedFacts } from './reported-facts.ts'
export {
  keepFolderCompliance,
  readAgencyName,
  readDomains,
  readStorage,
  readVersion,
  useDomain,
} from './service.ts'
