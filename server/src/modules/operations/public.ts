export { readQueueFigures } from './queues.ts'
export { startReporting } from './report-process.ts'
