export { type FileFacts, fileFacts, filesOfUploads, startSweepingFiles } from './service.ts'
