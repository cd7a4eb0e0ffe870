import { z } from 'zod'
import { many, one, raw } from '../answer.ts'
import { audited, read, moduleCalls } from '../call.ts'
import { Instant, isInOrder, notInOrder } from '../dates.ts'
import { event } from '../event.ts'
import { trimmedText } from '../fields.ts'
import { AgencyId, AgencyIdText } from '../ids.ts'
import { P } from '../permissions.ts'
import { command, get } from '../wire.ts'

/** Values in a journal row, by field name; null if there was none. */
export const FieldValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type FieldValues = z.infer<typeof FieldValues>

export const actorKinds = ['staff', 'agency', 'provider', 'system'] as const

/** A journal row. */
export const JournalEntry = z.object({
  id: z.int().describe('Sequence number; larger is later, with rare neighbours swapped.'),
  at: Instant,
  actorKind: z
    .enum(actorKinds)
    .describe('Who acted: a person, an agency’s software, a provider, or this system.'),
  actor: z.string().describe('Name of the actor.'),
  event: z.string().describe('For example agencies.renamed.'),
  agencyId: AgencyId.nullable(),
  subject: z.string().nullable().describe('What it was done to, where that is not the agency itself.'),
  before: FieldValues.nullable().describe('Values before; no secrets.'),
  after: FieldValues.nullable().describe('Values after; no secrets.'),
  reason: z
    .string()
    .nullable()
    .describe('Why: as a person, this system or an agency’s software put it; of a command, a code.'),
  sessionId: z.int().nullable().describe('Session of the person who acted.'),
  requestId: z.string().nullable().describe('Finds the request in the log.'),
})
export type JournalEntry = z.infer<typeof JournalEntry>

/** A live event: says what changed, never its content (D-21). */
export const LiveHint = z.object({
  module: z.string().describe('Module whose data changed.'),
  agencyId: z.int().nullable().describe('The agency concerned; null when it is the whole module.'),
  event: z.string().nullable().describe('Name of the event; null for a burst.'),
})
export type LiveHint = z.infer<typeof LiveHint>

/** Rows per page of a history. */
export const historyPageSize = 50

const exported = event('journal.exported', 'Journal exported', [P.AgencyManagementAdmin])

/** Events of this module without a call: its keys are changed on the command line. */
export const journalEvents = [
  event('journal.keyChanged', 'Key of the seals changed', [P.AgencyManagementAdmin]),
] as const
const by = z.enum(['people', 'software'], 'by must be people or software.')
const byAbout = 'people: staff and this system; software: agencies’ own and providers.'
const short = (what: string) => trimmedText(what, 200)

/** The filters of the journal; all given conditions must hold. */
const filterFields = {
  by: by.optional().describe(`${byAbout} Left out: all.`),
  actor: short('actor').optional().describe('Name of the person or programme, exactly.'),
  from: Instant.optional().describe('This instant or later.'),
  to: Instant.optional().describe('Before this instant.'),
  text: short('text')
    .optional()
    .describe('Somewhere in actor, subject, values or reason; case does not matter.'),
}

export const journal = moduleCalls('journal', {
  search: read({
    about: 'The journal, newest first, narrowed down; looks a bounded way back and says how far.',
    at: command('/api/request', 'SearchJournal'),
    access: 'staff',
    replica: true,
    needs: [P.AgencyManagementAdmin],
    input: z
      .object({
        ...filterFields,
        agencyId: AgencyId.optional(),
        events: z
          .array(z.string('events must be names of events.'))
          .max(50, 'events must be at most 50 names.')
          .optional()
          .describe('Only these kinds.'),
        before: z
          .int('before must be the id of an entry.')
          .positive('before must be the id of an entry.')
          .optional()
          .describe('Entries older than this id.'),
      })
      .refine(isInOrder, notInOrder),
    answer: one(
      z.object({
        entries: z.array(JournalEntry).describe('Newest first.'),
        next: z
          .int()
          .nullable()
          .describe('Give it as `before` to look further back; null at the beginning of the journal.'),
        lookedBackTo: Instant.nullable().describe(
          'How far this answer has looked; null at the beginning of the journal.',
        ),
      }),
    ),
  }),
  people: read({
    about:
      'Names of people, providers and programmes that stand in the journal, for its filter; agencies are left out.',
    at: command('/api/request', 'ListJournalActors'),
    access: 'staff',
    needs: [P.AgencyManagementAdmin],
    input: z.object({}),
    answer: many(z.string()),
  }),
  exportCsv: audited({
    about: 'The narrowed journal as CSV, streamed.',
    at: get('/api/journal/export'),
    access: 'staff',
    needs: [P.AgencyManagementAdmin],
    heavy: true,
    replica: true,
    event: exported,
    input: z
      .object({
        ...filterFields,
        agencyId: AgencyIdText.optional().describe('Only this agency.'),
        events: short('events')
          .optional()
          .describe('Names of events, separated by commas; all when there is none.'),
      })
      .refine(isInOrder, notInOrder),
    answer: raw('text/csv; charset=utf-8'),
  }),
  agencyHistory: read({
    about: 'What happened to one agency, newest first.',
    at: command('/api/request', 'GetAgencyHistory'),
    access: 'staff',
    input: z.object({
      agencyId: AgencyId,
      before: z
        .int('before must be the id of an entry.')
        .positive('before must be the id of an entry.')
        .optional()
        .describe('Entries older than this id.'),
      events: z
        .array(z.string('events must be names of events.'), 'events must be a list of names.')
        .max(50, 'events must be at most 50 names.')
        .optional()
        .describe('Only these kinds.'),
      by: by.optional().describe(`${byAbout} Left out: all.`),
    }),
    answer: many(JournalEntry),
  }),
  live: read({
    about:
      'Server-sent hints of what changed; `account` says that one’s own permissions did. Resumes by Last-Event-ID.',
    at: get('/api/live'),
    access: 'staff',
    input: z.object({
      after: z
        .string()
        .max(2_000, 'after must be a mark of whoami or the id of an event.')
        .optional()
        .describe('Where to begin, unless Last-Event-ID says: a mark of whoami or the id of an event.'),
    }),
    answer: raw('text/event-stream; charset=utf-8'),
  }),
})
