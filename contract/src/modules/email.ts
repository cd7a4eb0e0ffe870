import { z } from 'zod'
import { many, nothing } from '../answer.ts'
import { moduleCalls, read, reportBody, write } from '../call.ts'
import { Instant } from '../dates.ts'
import { event } from '../event.ts'
import { exactText, trimmedText, trueOrFalse } from '../fields.ts'
import { P } from '../permissions.ts'
import { providerFailure, providerRefusals } from '../provider-refusals.ts'
import { maxPurge, partlyPurged, suppressionTypes } from '../rules/email.ts'
import { command } from '../wire.ts'

const Type = z
  .enum(suppressionTypes, `type must be one of ${suppressionTypes.join(', ')}.`)
  .describe('Why it gets no mail: bounce, block, spam or invalid.')

// A provider's list of invalid addresses may contain any text.
const Email = exactText('email', 500).min(1, 'email is missing.').describe('The address, as it was listed.')

/** A suppressed address (spec-002 §3). */
export const Suppression = z.object({
  email: Email,
  type: Type,
  is6x: trueOrFalse('is6x').describe('True for mail to agencies on the newer version.'),
})
export type Suppression = z.infer<typeof Suppression>

/** Details of a suppression (spec-002 §3). */
const SuppressionDetails = z.object({
  ts: Instant.describe('When the address was suppressed.'),
  status: z.string().describe("Code of the receiving server, for example 5.1.1; '' where there is none."),
  reason: z.string().describe("What the receiving server said; '' where there is nothing."),
})

/** The result for each address of a purge. */
const Results = z.object({
  results: z
    .array(
      Suppression.extend({
        purged: z.boolean().describe('True when it is on the list no more.'),
        message: z.string().describe("Why it was not purged; '' when it was."),
      }),
    )
    .describe('Every address that was given, in that order.'),
})

/** Results with the values for the sentence about a partial purge. */
const Partial = Results.extend({
  purged: z.int().describe('How many were purged.'),
  all: z.int().describe('How many were given.'),
  notPurged: z.string().describe('The first five that were not purged, and how many more.'),
})
  .transform(({ results }) => ({ results }))
  .pipe(Results)

const purged = event('email.purged', 'Suppression purged', [P.CanManageEmails])
const path = '/api/email/request'
const needs = [P.CanManageEmails]
const refusals = providerRefusals('SendGrid')

/** All lists failed (D-47): the sentence tells why, which may differ from list to list. */
const NoneListed = providerFailure
  .extend({ why: z.string().describe('Why, in sentences.') })
  .transform(({ exception }) => ({ exception }))
  .pipe(providerFailure)
const purgeSize = `suppressions must be a list of 1 to ${maxPurge} addresses.`

export const email = moduleCalls('email', {
  suppressions: read({
    about:
      'Addresses that get no mail because mail to them bounced or failed, as the mail provider lists them now.',
    at: command(path, 'GetEmailSuppressions'),
    access: 'staff',
    needs,
    heavy: true,
    input: z.object({
      search: trimmedText('search', 254)
        .optional()
        .describe('Only addresses that begin so; the provider looks for them.'),
    }),
    answer: many(Suppression),
    refusals: { none: [2, 'No Email Suppressions Found'], unavailable: [503, '{why}', NoneListed] },
  }),
  details: read({
    about: 'When and why an address was suppressed.',
    at: command(path, 'GetEmailSuppressionDetails'),
    access: 'staff',
    needs,
    input: z.object({
      email: Email,
      mode: trueOrFalse('mode').describe("The suppression's is6x."),
      type: Type,
    }),
    answer: many(SuppressionDetails),
    refusals: { gone: [2, 'This address is no longer suppressed.'], ...refusals },
  }),
  purge: write({
    about: 'Take addresses off the lists, so that mail to them is tried again.',
    at: command(path, 'PurgeEmailSuppressions'),
    access: 'staff',
    needs,
    event: purged,
    outside: true,
    maxBody: reportBody,
    input: z.object({
      suppressions: z
        .array(Suppression, purgeSize)
        .min(1, purgeSize)
        .max(maxPurge, purgeSize)
        .describe('What is purged, one to 500.'),
    }),
    answer: nothing(),
    refusals: { partial: [1, partlyPurged, Partial] },
  }),
})
