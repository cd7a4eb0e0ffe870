export { insertEvents } from './events-store.ts'
export { type Counted, takeNewEvents } from './new-events.ts'
export { noteReport } from './service.ts'
