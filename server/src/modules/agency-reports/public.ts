export { type Counted, takeNews } from './news.ts'
export { noteReport } from './service.ts'
