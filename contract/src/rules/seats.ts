import { padAgencyId } from '../ids.ts'
import {
  agencyTypes,
  allSeatRequests,
  otherAgencyType,
  type SeatRequest,
  seatStatuses,
} from '../modules/seats.ts'
import { P } from '../permissions.ts'
import { type CommandEnd, whyNotDone } from './agency-commands.ts'
import { foldText } from './search.ts'

/** True if a request with this status passes a filter of the report. */
export function seatFilterShows(filter: number, status: number): boolean {
  return filter === allSeatRequests || (status & filter) !== 0
}

/** The label of a request's status; an unknown one is shown as its number. */
export function seatStatusLabel(status: number): string {
  return seatStatuses.find(({ value }) => value === status)?.label ?? String(status)
}

/** Letter and full name of an agency type. */
export function toAgencyType(type: number): { letter: string; name: string } {
  return agencyTypes[type] ?? otherAgencyType
}

/** True for local installs and cloud agencies, the only ones with target seats. */
export function hasTargetSeats(type: number): boolean {
  return type === 0 || type === 3
}

/** The value of the report's Agency Online column. */
export function seatAgencyOnline(request: { agencyOnline: boolean; agencyType: number }): boolean {
  return request.agencyOnline || request.agencyType === 3
}

/** The text that the report's search covers: agency id, agency name, requester, person, email (B-27). */
export function seatHaystack(request: SeatRequest): string {
  const { agencyId, agencyName, requestedBy, firstName, lastName, email } = request
  return foldText([padAgencyId(agencyId), agencyName, requestedBy, firstName, lastName, email].join(' '))
}

/** Why an agency's Seat Management tab is not shown and may not be read. */
export function whyNoSeatManagement(
  agency: { isOnline: boolean },
  permissions: readonly number[],
): string | undefined {
  if (!agency.isOnline) return 'Seat Management is for online (HS 6) agencies only.'
  return permissions.includes(P.SeatManagement)
    ? undefined
    : 'You do not have permission to manage seats. Please contact your manager for assistance. Needs the SeatManagement permission.'
}

/** Why a seat cannot be released by someone with these permissions. */
export function whyNotRelease(permissions: readonly number[]): string | undefined {
  return permissions.includes(P.AgencyManagementAdmin)
    ? undefined
    : 'You do not have permission to release seats. Please contact your manager for assistance. Needs the AgencyManagementAdmin permission.'
}

const staleAfterMs = 24 * 3_600_000

/** True for a seat without a token of the last day: most likely nobody uses it any more. */
export function isStaleSeat(seat: { lastTokenAt: string | null }, now: Date): boolean {
  return seat.lastTokenAt === null || now.getTime() - Date.parse(seat.lastTokenAt) > staleAfterMs
}

/** Use of the licence in whole per cent, and its level: a warning from 90 %, exceeded above 100 %. */
export function seatLevel(usage: { licensedSeats: number; usedSeats: number }): {
  percent: number
  level: 'ok' | 'warn' | 'bad'
} {
  const { licensedSeats, usedSeats } = usage
  const percent = toPercent(usedSeats, licensedSeats)
  if (usedSeats > licensedSeats) return { percent, level: 'bad' }
  return { percent, level: percent >= 90 ? 'warn' : 'ok' }
}

function toPercent(used: number, licensed: number): number {
  if (licensed === 0) return used === 0 ? 0 : 100
  return Math.round((used / licensed) * 100)
}

const releasing = { done: 'released', act: 'the release', able: 'release a seat' } as const

/** Why a seat is still held after its release ended like this; undefined if the agency carried it out. */
export function whyNotReleased(ended: CommandEnd): string | undefined {
  return whyNotDone(ended, releasing)
}
