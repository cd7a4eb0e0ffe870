export { type FileFacts, fileFacts, filesOfUploads, startFileRetention } from './service.ts'
