export { startDailyCounts } from './daily-counts.ts'
