export { keepUnreleasedSeat } from './service.ts'
