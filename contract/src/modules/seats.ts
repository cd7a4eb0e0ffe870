import { z } from 'zod'
import { many, nothing, one, streamed } from '../answer.ts'
import { listBody, read, moduleCalls, signalWithEvents, write } from '../call.ts'
import { AgentInstant, Instant } from '../dates.ts'
import { LeftOutEntry } from '../entries.ts'
import { event } from '../event.ts'
import { exactText, lastChange, ReadVersion, trimmedText, wholeNumber } from '../fields.ts'
import { hostRefusals, hostChangeRefusals } from '../host-refusals.ts'
import { AgencyId, AgencyIdText, noAgency } from '../ids.ts'
import { P } from '../permissions.ts'
import { hasHiddenCharacters } from '../rules/hidden-characters.ts'
import { command, del, get, post } from '../wire.ts'
import { reportEvents } from './agency-reports.ts'
import { queued, queueRefusals } from './queued-command.ts'

/** Statuses of a seat request as in a row's dropdown (spec-000 §4, A-06). */
export const seatStatuses = [
  { value: 1, label: 'To-Do' },
  { value: 2, label: 'In Process' },
  { value: 4, label: 'Done' },
] as const

/** The report's filter: values are bit sets, and 8 stands for all. */
export const seatFilters = [
  { value: 3, label: 'Not Done' },
  { value: 1, label: 'To Do' },
  { value: 2, label: 'In Progress' },
  { value: 4, label: 'Done' },
  { value: 8, label: 'All' },
] as const
export const allSeatRequests = 8
export const doneSeatRequests = 4

/** Letter and full name of an agency type (spec-000 §2); every other number is Opus. */
export const agencyTypes: Readonly<Record<number, { letter: string; name: string }>> = {
  0: { letter: 'L', name: 'Local Install' },
  1: { letter: 'K', name: 'Kotter' },
  3: { letter: 'C', name: 'Cloud Agency' },
}
export const otherAgencyType = { letter: 'O', name: 'Opus' }

/** An agency's request to add or remove seats (spec-000 §3). */
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
  ...lastChange,
  current: SeatRequest.describe('The request as stored now.'),
})

const statusSet = event('seats.requestStatusSet', 'Seat request status set', [P.SeatManagement])
const filed = event('seats.requestFiled', 'Seat change requested', [P.SeatManagement])

/** A signed-in computer of a seat (spec-001 §3). */
export const SeatToken = z.object({
  created: Instant.describe('When it was given out.'),
  expiration: Instant.describe('When it ends by itself.'),
  hostName: z.string().describe('Computer it is on.'),
  source: z.string().describe('What asked for it, for example Desktop.'),
  winUserName: z.string().describe('Windows user it was given to.'),
})
export type SeatToken = z.infer<typeof SeatToken>

/** A held seat (spec-001 §3). */
export const UsedSeat = z.object({
  username: z.string().describe('Who holds it.'),
  lastSigninAt: Instant.nullable().describe('The last sign-in; null when unknown.'),
  lastTokenAt: Instant.nullable().describe(
    'When the last token was given out: as reported, else the newest of the tokens; null without any.',
  ),
  tokens: z.array(SeatToken).describe('Newest first.'),
  releaseProblem: z
    .string()
    .nullable()
    .describe('Why its release was not carried out at the agency; null when none has failed.'),
})
export type UsedSeat = z.infer<typeof UsedSeat>

/** Licensed seats of an agency and who holds them (spec-001 §3). */
export const SeatUsage = z.object({
  licensedSeats: z.int().describe('Seats the agency has paid for; 0 before its software has reported.'),
  usedSeats: z.int().describe('Seats that are taken; may exceed the licensed ones.'),
  reportedAt: Instant.nullable().describe("When the agency's software last reported its seats; null: never."),
  seats: z.array(UsedSeat).describe('The taken seats by user name.'),
})
export type SeatUsage = z.infer<typeof SeatUsage>

const seatReleased = event('seats.released', 'Seat released', [P.SeatManagement])
const notOnline = [422, 'Seat management applies to online agencies only.'] as const

/** Username in a path or a report: exact text. */
const SeatUsername = exactText('username', 60)
  .min(1, 'username must be 1 to 60 characters.')
  .describe('Who holds the seat, exactly.')

/** The most seats and tokens in one report, and its maximum body: everything within the limits fits. */
const maxSeats = 5_000
const maxTokens = 10_000
const seatsBody = listBody(maxSeats, 60) + listBody(maxTokens, 500)

const SeatReport = z.object({
  licensedSeats: wholeNumber('licensedSeats', 0, 100_000).describe('Seats the agency has paid for.'),
  seats: z
    .array(
      z.object({
        username: SeatUsername,
        lastSigninAt: AgentInstant.nullable().describe('The last sign-in; null when unknown.'),
        lastTokenAt: AgentInstant.nullable().describe(
          'When the last token was given out; null when unknown.',
        ),
        tokens: z
          .array(
            z.object({
              created: AgentInstant.describe('When it was given out.'),
              expiration: AgentInstant.describe('When it ends by itself.'),
              hostName: trimmedText('hostName', 200).describe('Computer it is on.'),
              source: trimmedText('source', 100).describe('What asked for it.'),
              winUserName: trimmedText('winUserName', 200).describe('Windows user it was given to.'),
            }),
          )
          .max(50, 'A seat has at most 50 tokens.')
          .describe('Signed-in computers.'),
      }),
      'seats must be a list.',
    )
    .max(maxSeats, `A report holds at most ${maxSeats} seats.`)
    .refine(
      (seats) => new Set(seats.map(({ username }) => username)).size === seats.length,
      'A report names every user once.',
    )
    .refine(
      (seats) => seats.reduce((sum, seat) => sum + seat.tokens.length, 0) <= maxTokens,
      `A report holds at most ${maxTokens} tokens.`,
    )
    .describe('All seats that are taken; who is missing holds none.'),
})

const emailSentence = 'email must be one line without characters that cannot be seen.'

export const seats = moduleCalls('seats', {
  usage: read({
    about: 'Licensed seats of an online agency and who holds them now.',
    at: get('/staff/seats/used/{agencyId}'),
    access: 'staff',
    needs: [P.SeatManagement],
    input: z.object({ agencyId: AgencyIdText }),
    answer: one(SeatUsage),
    refusals: { noAgency, notOnline, ...hostRefusals },
  }),
  release: write({
    about: 'Sign a user out of the seat they hold; all their tokens end.',
    at: del('/staff/seats/release/{agencyId}/{username}'),
    access: 'staff',
    needs: [P.AgencyManagementAdmin],
    event: [seatReleased, queued],
    input: z.object({
      agencyId: AgencyIdText,
      username: SeatUsername,
      again: z
        .enum(['true', 'false'], 'again must be true or false.')
        .default('false')
        .describe('true releases it although the same release is waiting.'),
    }),
    answer: nothing(),
    refusals: {
      gone: [2, 'This seat was released already.'],
      notOnline,
      ...queueRefusals,
      ...hostChangeRefusals,
    },
  }),
  reportSeats: signalWithEvents({
    about: 'An agency’s software reports who holds its seats; the report replaces the one before.',
    at: post('/agent/v1/seats'),
    access: 'agent',
    maxBody: seatsBody,
    event: reportEvents,
    judged: { list: 'seats', noun: 'seats' },
    input: SeatReport,
    answer: many(LeftOutEntry),
  }),
  requests: read({
    about: 'Seat-change requests, newest first.',
    at: command('/seat/request', 'GetSeatChangeRequests'),
    access: 'staff',
    needs: [P.SeatManagement],
    heavy: true,
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
        .describe('The signed-in name, as documented. Ignored: the session says who acts (C-05).'),
      processedBy: z.string().optional().describe('As hsUserName.'),
      version: ReadVersion,
    }),
    answer: one(SeatRequest),
    refusals: {
      gone: [2, 'This request no longer exists.'],
      stale: [409, '{changedBy} handled this request at {changedAt}.', StaleRequest],
    },
  }),
  fileRequest: write({
    about: 'An agency’s software files a seat-change request.',
    at: post('/agent/v1/seat-requests'),
    access: 'agent',
    event: filed,
    input: z.object({
      requestedBy: trimmedText('requestedBy', 60).describe('Who asks, at the agency.'),
      quantity: wholeNumber('quantity', -10_000, 10_000).describe(
        'Seats to add, or to remove when negative.',
      ),
      targetSeatTotal: wholeNumber('targetSeatTotal', 0, 100_000).describe(
        'Seats there shall be afterwards.',
      ),
      firstName: trimmedText('firstName', 60).describe('Given name of the person the seat is for.'),
      lastName: trimmedText('lastName', 60).describe('Family name of the person the seat is for.'),
      email: trimmedText('email', 254)
        .refine((email) => !hasHiddenCharacters(email), emailSentence)
        .describe('Email of the person the seat is for, one line.'),
      warnings: trimmedText('warnings', 500).default('').describe('What the software found odd.'),
    }),
    answer: one(SeatRequest),
  }),
})
