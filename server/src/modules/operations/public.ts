export { startTelling } from './tell.ts'
