export { readDomains, keepFolderCompliance, readStorage, useDomain } from './service.ts'
