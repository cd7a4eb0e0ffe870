import { z } from 'zod'
import { many, raw } from '../answer.ts'
import { read, room } from '../call.ts'
import { Instant } from '../dates.ts'
import { AgencyId } from '../ids.ts'
import { command, get } from '../wire.ts'

/** What a journal row keeps of a value: text by field name, or null where there was nothing. */
export const FieldValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type FieldValues = z.infer<typeof FieldValues>

export const actorKinds = ['staff', 'agency', 'provider', 'system'] as const

/** One thing that happened. */
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
  reason: z.string().nullable().describe('Why, where the person gave a reason.'),
})
export type JournalEntry = z.infer<typeof JournalEntry>

/** What the live stream tells: where to look again, never what it says (D-21). */
export const LiveHint = z.object({
  room: z.string().describe('Room whose data changed.'),
  agencyId: z.int().nullable().describe('The agency concerned; null when it is the whole room.'),
  event: z.string().nullable().describe('Name of the event; null for a burst.'),
})
export type LiveHint = z.infer<typeof LiveHint>

/** Rows of one page of a history. */
export const historyPageSize = 50

export const journal = room('journal', {
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
    }),
    answer: many(JournalEntry),
  }),
  live: read({
    about: 'Server-sent hints of what changed; resumes by Last-Event-ID.',
    at: get('/api/live'),
    access: 'staff',
    input: z.object({}),
    answer: raw('text/event-stream; charset=utf-8'),
  }),
})
