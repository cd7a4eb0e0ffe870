export { readQueueFigures } from './queues.ts'
export { startTelling } from './tell.ts'
