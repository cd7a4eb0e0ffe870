export { keepReportedFacts } from './reported-facts.ts'
export {
  keepFolderCompliance,
  readAgencyName,
  readDomains,
  readHosting,
  readStorage,
  readVersion,
  useDomain,
} from './service.ts'
