export { readDomains, keepFolderCompliance, readStorage } from './service.ts'
