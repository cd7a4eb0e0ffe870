import { z } from 'zod'
import { one, streamed } from '../answer.ts'
import { read, room, write } from '../call.ts'
import { Instant } from '../dates.ts'
import { event } from '../event.ts'
import { AgencyId } from '../ids.ts'
import { P } from '../permissions.ts'
import { command, post } from '../wire.ts'

/** Statuses of a seat request as a row's dropdown names them (000 §4, A-06). */
export const seatStatuses = [
  { value: 1, label: 'To-Do' },
  { value: 2, label: 'In Process' },
  { value: 4, label: 'Done' },
] as const

/** The report's filter: values select by bits, 8 is a marker for all. */
export const seatFilters = [
  { value: 3, label: 'Not Done' },
  { value: 1, label: 'To Do' },
  { value: 2, label: 'In Progress' },
  { value: 4, label: 'Done' },
  { value: 8, label: 'All' },
] as const
export const allSeatRequests = 8
export const doneSeatRequests = 4

/** Letter and full name of an agency type (000 §2); every other number is Opus. */
export const agencyTypes: Readonly<Record<number, { letter: string; name: string }>> = {
  0: { letter: 'L', name: 'Local Install' },
  1: { letter: 'K', name: 'Kotter' },
  3: { letter: 'C', name: 'Cloud Agency' },
}
export const otherAgencyType = { letter: 'O', name: 'Opus' }

/** A request of an agency to add or remove seats (000 §3). */
export const SeatRequest = z.object({
  id: z.int().describe('Number of the request.'),
  requestedDate: Instant,
  agencyId: AgencyId,
  agencyName: z.string().describe('Name of the agency now; empty when missing.'),
  requestedBy: z.string().describe('Who asked, at the agency.'),
  quantity: z.int().describe('Seats to add, or to remove when negative.'),
  targetSeatTotal: z.int().describe('Seats there shall be afterwards; meaningful for agency types 0 and 3.'),
  agencyType: z.int().describe('0 Local Install, 1 Kotter, 3 Cloud Agency, otherwise Opus.'),
  agencyOnline: z.boolean().describe('True for an agency on the newer version.'),
  firstName: z.string().describe('Given name of the person the seat is for.'),
  lastName: z.string().describe('Family name of the person the seat is for.'),
  email: z.string().describe('Email of the person the seat is for.'),
  warnings: z.string().describe('What the agency’s software found odd; empty when nothing.'),
  status: z.int().describe('1 To-Do, 2 In Process, 4 Done.'),
  processedBy: z.string().nullable().describe('Who set the status last.'),
  processedByDate: Instant.nullable(),
  version: z.int().describe('Counts the status changes; a write sends back the one it read.'),
})
export type SeatRequest = z.infer<typeof SeatRequest>

const invalidStatus = 'Invalid status'
const notAnId = 'id must be the number of a request.'

const StaleRequest = z.object({
  changedBy: z.string().describe('Who handled it last.'),
  changedAt: Instant,
  current: SeatRequest.describe('The request as stored now.'),
})

const statusSet = event('seats.requestStatusSet', 'Seat request status set', [P.SeatManagement])
const filed = event('seats.requestFiled', 'Seat change requested')

const short = (what: string, most: number) => {
  const sentence = `${what} must be at most ${most} characters.`
  return z
    .string(sentence)
    .trim()
    .max(most, sentence)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), `${what} must be well-formed text.`)
}
const within = (what: string, least: number, most: number) => {
  const sentence = `${what} must be a whole number from ${least} to ${most}.`
  return z.int(sentence).min(least, sentence).max(most, sentence)
}

export const seats = room('seats', {
  requests: read({
    about: 'Seat-change requests, newest first.',
    at: command('/seat/request', 'GetSeatChangeRequests'),
    access: 'staff',
    needs: [P.SeatManagement],
    input: z.object({
      status: z
        .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(8)], invalidStatus)
        .nullish()
        .describe('1, 2, 4 or 3 for both open ones; 8, null or absent for all.'),
      daysBack: z
        .int('daysBack must be a whole number.')
        .min(0, 'daysBack must not be negative.')
        .max(36_500, 'daysBack must be at most 36500.')
        .nullish()
        .describe('Only requests of the last so many days; 0, null or absent for no limit.'),
    }),
    answer: streamed(SeatRequest),
  }),
  setRequestStatus: write({
    about: 'Set the status of a seat-change request; the session’s name becomes the processor.',
    at: command('/seat/request', 'SetAgencySeatRequestStatus'),
    access: 'staff',
    needs: [P.SeatManagement],
    event: statusSet,
    input: z.object({
      id: z.int(notAnId).positive(notAnId).max(2_147_483_647, notAnId).describe('Number of the request.'),
      status: z
        .union([z.literal(1), z.literal(2), z.literal(4)], invalidStatus)
        .describe('1 To-Do, 2 In Process, 4 Done.'),
      hsUserName: z
        .string()
        .optional()
        .describe('Sent as documented and ignored: the session tells who acts (C-05).'),
      processedBy: z.string().optional().describe('As hsUserName.'),
      version: z
        .int('Version must be a whole number.')
        .optional()
        .describe('The version that was read; without it the last write wins.'),
    }),
    answer: one(SeatRequest),
    refusals: {
      gone: [2, 'This request no longer exists.'],
      stale: [409, '{changedBy} has handled this request in the meantime.', StaleRequest],
    },
  }),
  fileRequest: write({
    about: 'An agency’s software files a seat-change request.',
    at: post('/agent/v1/seat-requests'),
    access: 'agent',
    event: filed,
    input: z.object({
      agencyId: AgencyId,
      requestedBy: short('requestedBy', 60).describe('Who asks, at the agency.'),
      quantity: within('quantity', -10_000, 10_000).describe('Seats to add, or to remove when negative.'),
      targetSeatTotal: within('targetSeatTotal', 0, 100_000).describe('Seats there shall be afterwards.'),
      firstName: short('firstName', 60).describe('Given name of the person the seat is for.'),
      lastName: short('lastName', 60).describe('Family name of the person the seat is for.'),
      email: short('email', 254).describe('Email of the person the seat is for.'),
      warnings: short('warnings', 500).default('').describe('What the software found odd.'),
    }),
    answer: one(SeatRequest),
    refusals: { noAgency: [2, 'Agency not found'] },
  }),
})
