export { TextingHub } from './hub.ts'
