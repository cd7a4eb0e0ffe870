export { keepUnreleasedSeat } from './service.ts'
export { takeSeats } from './report-seats.ts'
