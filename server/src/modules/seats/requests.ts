import { allSeatRequests, type seats, seatStatuses } from '@agency-support/contract/modules/seats'
import { seatFilterShows } from '@agency-support/contract/rules/seats'
import { daySeconds, plusSeconds } from '../../lib/clock.ts'
import type { Handler } from '../../calls/context.ts'
import { listSeatRequests } from './store.ts'
import { requestColumns } from './view.ts'

/** Seat-change requests, streamed. */
export const requests: Handler<typeof seats.requests> = ({ status, daysBack }, { db, now }) => {
  const filter = status ?? allSeatRequests
  const statuses = seatStatuses.map(({ value }) => value).filter((value) => seatFilterShows(filter, value))
  const days = daysBack ?? 0
  const since = days === 0 ? null : plusSeconds(now, -days * daySeconds)
  return listSeatRequests(db, { statuses, since }, requestColumns)
}
