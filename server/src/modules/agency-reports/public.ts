export { type Counted, takeNewEvents } from './new-events.ts'
export { noteReport } from './service.ts'
export { keepEvents } from './store.ts'
