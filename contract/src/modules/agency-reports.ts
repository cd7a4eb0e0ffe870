import { z } from 'zod'
import { many } from '../answer.ts'
import { moduleCalls, read } from '../call.ts'
import { Instant } from '../dates.ts'
import { LeftOutEntry } from '../entries.ts'
import { event } from '../event.ts'
import { AgencyId } from '../ids.ts'
import { command } from '../wire.ts'

/** The reports and files of agencies' software whose entries are judged one by one. */
export const judgedReports = [
  'users',
  'signins',
  'seats',
  'errors',
  'metrics',
  'config',
  'certificates',
  'esignature',
  'marketplace',
  'texting',
  'messages',
] as const
export type JudgedReport = (typeof judgedReports)[number]

/** Appended by any call that receives a report, if it has entries that were not understood, or no longer has any. */
export const reportEvents = [
  event('agencyReports.notUnderstood', 'Report not understood'),
  event('agencyReports.understood', 'Report understood again'),
] as const

/** What was not understood of the latest report of a kind. */
const ReportNote = z.object({
  report: z.enum(judgedReports).describe('Which report or file it was, for example users.'),
  summary: z.string().describe('How many entries of how many, and why: 1 of 3 users: status 4 is not known.'),
  entries: z.array(LeftOutEntry).describe('The first hundred of them.'),
  notedAt: Instant.describe('Since when it is so.'),
})

export const agencyReports = moduleCalls('agencyReports', {
  notes: read({
    about: 'What the last reports of an agency’s software held that was not understood.',
    at: command('/api/request', 'GetAgencyReportNotes'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: many(ReportNote),
  }),
})
