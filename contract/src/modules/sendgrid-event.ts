import { z } from 'zod'
import { exactText } from '../fields.ts'

/** The one event that is not about a mail: something became of our account at SendGrid, such as its suspension. */
export const accountStatusChange = 'account_status_change'

/** An event of a mail, or of our account there, as SendGrid posts it; other fields are ignored. */
export const SendGridEvent = z
  .object({
    email: exactText('email', 1_000)
      .optional()
      .describe(`Address that the mail went to; only ${accountStatusChange} has none.`),
    timestamp: z.int().min(0).max(4_102_444_800).describe('When it happened, in seconds since 1970.'),
    event: exactText('event', 100).describe('What happened: processed, delivered, bounce and so on.'),
    sg_event_id: exactText('sg_event_id', 200).min(1).describe("SendGrid's id of the event."),
    type: z
      .unknown()
      .optional()
      .describe(
        'Of a bounce: bounce or blocked; of our account: what became of it, such as compliance_suspend.',
      ),
    category: z.unknown().optional().describe('The category of the mail, or several.'),
    agency_id: z.unknown().optional().describe('Custom argument: the agency of the user it went to.'),
    username: z.unknown().optional().describe("Custom argument: the user's initials."),
  })
  .refine(
    ({ email, event }) => email !== undefined || event === accountStatusChange,
    'An event of a mail must have its email.',
  )
export type SendGridEvent = z.infer<typeof SendGridEvent>
