import { allSeatRequests, type seats, seatStatuses } from '@agency-support/contract/modules/seats'
import { seatFilterShows } from '@agency-support/contract/rules/seats'
import { plusSeconds } from '../../clock.ts'
import type { Handler } from '../../calls/context.ts'
import { listSeatRequests } from './store.ts'
import { requestColumns } from './view.ts'

const secondsOfDay = 24 * 60 * 60

/** Seat-change requests, streamed. */
export const requests: Handler<typeof seats.requests> = ({ status, daysBack }, { db, now }) => {
  const filter = status ?? allSeatRequests
  const statuses = seatStatuses.map(({ value }) => value).filter((value) => seatFilterShows(filter, value))
  const days = daysBack ?? 0
  const since = days === 0 ? null : plusSeconds(now, -days * secondsOfDay)
  return listSeatRequests(db, { statuses, since }, requestColumns)
}
