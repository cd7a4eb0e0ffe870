import { padAgencyId } from '../ids.ts'
import { agencyTypes, allSeatRequests, otherAgencyType, type SeatRequest } from '../modules/seats.ts'
import { foldText } from './search.ts'

/** True when a request of this status is shown under a filter of the report. */
export function seatFilterShows(filter: number, status: number): boolean {
  return filter === allSeatRequests || (status & filter) !== 0
}

/** Letter and full name of an agency type. */
export function agencyTypeOf(type: number): { letter: string; name: string } {
  return agencyTypes[type] ?? otherAgencyType
}

/** Target seats mean something for local installs and cloud agencies only. */
export function hasTargetSeats(type: number): boolean {
  return type === 0 || type === 3
}

/** What the report's Agency Online column says. */
export function seatAgencyOnline(request: { agencyOnline: boolean; agencyType: number }): boolean {
  return request.agencyOnline || request.agencyType === 3
}

/** What the report's search looks through: agency id, agency name, requester, person, email (B-27). */
export function seatHaystack(request: SeatRequest): string {
  const { agencyId, agencyName, requestedBy, firstName, lastName, email } = request
  return foldText([padAgencyId(agencyId), agencyName, requestedBy, firstName, lastName, email].join(' '))
}
