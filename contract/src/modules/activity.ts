import { z } from 'zod'
import { many, one } from '../answer.ts'
import { moduleCalls, read } from '../call.ts'
import { Instant } from '../dates.ts'
import { wholeNumber } from '../fields.ts'
import { AgencyId } from '../ids.ts'
import { command } from '../wire.ts'

const count = (where: string) => z.int().describe(`Sign-ins ${where} in it; so far, in the last row.`)

/** Sign-ins within ten minutes by hosting environment (spec-002 §3). */
export const SigninPeriod = z.object({
  period: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]0$/)
    .describe('When it began, HH:mm in UTC.'),
  locals: count('at local installs'),
  kotter: count('at Kotter'),
  opusW: count('at Opus W'),
  opusE: count('at Opus E'),
  opusE2: count('at Opus E2'),
})
export type SigninPeriod = z.infer<typeof SigninPeriod>

/** What the product activity dashboard counts, in the order of its cards. */
export const activityCategories = ['Registration', 'Cloud', 'Texting', 'Vendor'] as const
export type ActivityCategory = (typeof activityCategories)[number]

const Category = z
  .enum(activityCategories, 'cat must be Registration, Cloud, Texting or Vendor.')
  .describe(
    'What was added: a marketplace registration, a live agency, texting, or a vendor’s access to data.',
  )

const Counts = z.object({
  registrations: z.int().describe('Confirmed registrations.'),
  cloud: z.int().describe('Agencies whose onboarding is Live.'),
  texting: z.int().describe('Agencies that text.'),
  vendor: z.int().describe('Opt-ins to products whose vendor reads the agency’s data.'),
  clients: z
    .int()
    .describe('Clients of all agencies in Data Sync; of days1 and days7 the change since then.'),
})

/** The figures of the dashboard (spec-002 §3). */
export const ActivityTotals = z.object({
  total: Counts.describe('What holds now.'),
  days1: Counts.describe('Additions of the last 24 hours, those undone since included.'),
  days7: Counts.describe('Additions of the last 168 hours, those undone since included.'),
})
export type ActivityTotals = z.infer<typeof ActivityTotals>

const added = {
  cat: Category,
  agencyId: AgencyId,
  dt: Instant.describe('When it was; 0001-01-01 where it was before counting began.'),
}

/** A recent addition (spec-002 §3). */
export const Addition = z.object(added)
export type Addition = z.infer<typeof Addition>

/** An event that contributes to a figure of the dashboard. */
export const ActivityRow = z.object({
  ...added,
  id: z.int().describe('Its number; `before` of the next page.'),
  change: z.union([z.literal(1), z.literal(-1)]).describe('1 an addition, -1 one undone.'),
})
export type ActivityRow = z.infer<typeof ActivityRow>

/** Spans for the rows of a figure. */
export const activitySpans = ['24h', '7d', 'all'] as const
export type ActivitySpan = (typeof activitySpans)[number]

export const activity = moduleCalls('activity', {
  signins: read({
    about:
      'Successful sign-ins of agencies’ users in the last hours, in spans of ten minutes, oldest first; the last one is running.',
    at: command('/api/user/request', 'GetHostingEnvSigninsLastNHours'),
    access: 'staff',
    input: z.object({ hours: wholeNumber('hours', 1, 24).describe('How far back, 1 to 24.') }),
    answer: many(SigninPeriod),
    refusals: { none: [2, 'No events found for the requested timeframe'] },
  }),
  totals: read({
    about:
      'How many registrations, live agencies, texting agencies and vendor opt-ins there are, and how many are new.',
    at: command('/api/request', 'ReportProductsPeriods'),
    access: 'staff',
    replica: true,
    input: z.object({}),
    answer: one(ActivityTotals),
  }),
  additions: read({
    about: 'The last additions of each category, newest first.',
    at: command('/api/request', 'ReportProductsLastN'),
    access: 'staff',
    input: z.object({
      qty: wholeNumber('qty', 1, 100)
        .default(10)
        .describe('Additions of each category, 1 to 100; 10 unless given.'),
    }),
    answer: many(Addition),
  }),
  rows: read({
    about: 'The events behind a figure of the dashboard, newest first, 100 a page.',
    at: command('/api/request', 'ReportActivityRows'),
    access: 'staff',
    input: z.object({
      cat: Category,
      since: z
        .enum(activitySpans, 'since must be 24h, 7d or all.')
        .describe('Additions of the last 24 or 168 hours, or everything, what was undone included.'),
      before: z
        .int('before must be a whole number.')
        .optional()
        .describe('Number of the last row of the page before; absent for the first page.'),
    }),
    answer: many(ActivityRow),
  }),
})
