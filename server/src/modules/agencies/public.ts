export { domainsOf, keepFolderCompliance, storageOf } from './service.ts'
