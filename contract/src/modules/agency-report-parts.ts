import { z } from 'zod'
import { many, nothing, one } from '../answer.ts'
import { moduleCalls, reportBody, signal, signalWithEvents } from '../call.ts'
import { LeftOutEntry } from '../entries.ts'
import { wholeNumber } from '../fields.ts'
import { protocolNumbers } from '../rules/agent-protocol.ts'
import { post } from '../wire.ts'
import { errorsReported } from './agency-files.ts'
import { reportEvents } from './agency-reports.ts'
import { reported as usersReported } from './agency-users.ts'

/** Reports that grow with an agency and can be sent in parts; files are sent in pieces as uploads. */
const partedReports = ['users', 'errors', 'seats'] as const
export type PartedReport = (typeof partedReports)[number]

const { maxReportParts, maxReportBytes } = protocolNumbers
/** The most entries of one part; all parts together are limited like a report in one body. */
const maxEntries = 5_000
/** Bytes of a part besides its entries. */
const frameBytes = 1_024

const ReportId = z.uuid('reportId must be the id of a report that was begun.').describe('From its beginning.')

/** The refusal of a part or a commit. */
const gone = [404, 'There is no such report. Begin it again.'] as const

/** A report whose parts arrive one by one. */
const NewReport = z
  .object({
    report: z
      .enum(partedReports, 'report must be users, errors or seats.')
      .describe('What is reported: users, errors (as conversion-errors) or seats.'),
    licensedSeats: wholeNumber('licensedSeats', 0, 100_000)
      .optional()
      .describe('Seats the agency has paid for; for seats alone, and there always.'),
  })
  .refine(({ report, licensedSeats }) => (report === 'seats') === (licensedSeats !== undefined), {
    message: 'licensedSeats belongs to a report of seats, and to that always.',
    path: ['licensedSeats'],
  })

/** Long reports of agencies' software: begun, sent in parts, and applied when they are committed. */
export const agencyReportParts = moduleCalls('agencyReportParts', {
  begin: signal({
    about:
      'An agency’s software begins a long report; one of the same kind that was not committed is dropped.',
    at: post('/agent/v1/reports'),
    access: 'agent',
    input: NewReport,
    answer: one(z.object({ reportId: z.uuid().describe('Id of the report, for its parts and its commit.') })),
  }),
  part: signal({
    about: 'A part of a report; the same part sent again changes nothing.',
    at: post('/agent/v1/reports/parts'),
    access: 'agent',
    maxBody: reportBody + frameBytes,
    input: z.object({
      reportId: ReportId,
      part: wholeNumber('part', 1, maxReportParts).describe(
        'Its number, from 1; parts may come in any order.',
      ),
      entries: z
        .array(z.unknown(), 'entries must be a list.')
        .max(maxEntries, `A part holds at most ${maxEntries} entries.`)
        .describe('Some of the entries, each as in the report of one body: users[], errors[] or seats[].'),
    }),
    answer: nothing(),
    refusals: {
      gone,
      committed: [409, 'The report was committed already.'],
      other: [
        409,
        'Part {part} was sent with other entries.',
        z.object({ part: z.int().describe('Its number.') }),
      ],
      tooLarge: [413, `The parts of a report hold at most ${maxReportBytes} bytes together.`],
    },
  }),
  commit: signalWithEvents({
    about:
      'All parts of a report are sent: it replaces the one before. Committed again it is answered the same.',
    at: post('/agent/v1/reports/commit'),
    access: 'agent',
    event: [usersReported, errorsReported, ...reportEvents],
    input: z.object({
      reportId: ReportId,
      parts: wholeNumber('parts', 0, maxReportParts).describe(
        'How many parts it has; 0 for a report without entries.',
      ),
    }),
    answer: many(LeftOutEntry),
    refusals: {
      gone,
      missing: [
        409,
        'Part {part} of {parts} has not arrived.',
        z.object({
          part: z.int().describe('The first that is missing.'),
          parts: z.int().describe('How many there are.'),
        }),
      ],
      surplus: [
        409,
        'Part {part} was sent, and the report is to have {parts}.',
        z.object({
          part: z.int().describe('The last that was sent.'),
          parts: z.int().describe('How many there are.'),
        }),
      ],
    },
  }),
})
