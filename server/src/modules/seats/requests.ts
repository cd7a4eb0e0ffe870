import {
  allSeatRequests,
  type SeatRequest,
  type seats,
  seatStatuses,
} from '@agency-support/contract/modules/seats'
import { seatFilterShows } from '@agency-support/contract/rules/seats'
import { plusSeconds } from '../../clock.ts'
import type { Handler } from '../../http/context.ts'
import { listSeatRequests, type SeatRequestRow } from './store.ts'
import { requestView } from './view.ts'

const secondsOfDay = 24 * 60 * 60

/** Seat requests, written as they are read; what fails before the first page is still a failure of the call. */
export const requests: Handler<typeof seats.requests> = async ({ status, daysBack }, { db, now }) => {
  const filter = status ?? allSeatRequests
  const statuses = seatStatuses.map(({ value }) => value).filter((value) => seatFilterShows(filter, value))
  const days = daysBack ?? 0
  const since = days === 0 ? null : plusSeconds(now, -days * secondsOfDay)
  const rows = listSeatRequests(db, { statuses, since })
  return views(await rows.next(), rows)
}

async function* views(
  first: IteratorResult<SeatRequestRow>,
  rest: AsyncGenerator<SeatRequestRow>,
): AsyncGenerator<SeatRequest> {
  if (first.done === true) return
  yield requestView(first.value)
  for await (const row of rest) yield requestView(row)
}
