import { z } from 'zod'
import { bare, many } from '../answer.ts'
import { moduleCalls, read } from '../call.ts'
import { wholeNumber } from '../fields.ts'
import { command, post } from '../wire.ts'

/** Path to which agencies' texting software connects with the SignalR protocol. */
export const textingHub = '/hubs/texting'

export const TextingInitials = z.object({
  agencyId: z.int().describe('Agency id; shown padded to 8 digits.'),
  initials: z.string().describe('Who has the texting software open.'),
})
export type TextingInitials = z.infer<typeof TextingInitials>

export const textingPresence = moduleCalls('textingPresence', {
  initials: read({
    about: 'The initials of those who have the texting software of an agency open, each once, from A to Z.',
    at: command('/api/request', 'TextingSignalRAgencyInitials'),
    access: 'staff',
    input: z.object({
      agencyId: wholeNumber('Agency id', 0, 99_999_999).describe('Agency id, 0 to 99999999; nobody has 0.'),
    }),
    answer: many(TextingInitials),
  }),
  negotiate: read({
    about: 'The first request of a SignalR client: how it has to connect to the hub, and with which token.',
    at: post(`${textingHub}/negotiate`),
    access: 'agent',
    input: z.object({}),
    answer: bare(
      z.object({
        negotiateVersion: z.literal(1).describe('Version of this answer.'),
        connectionId: z.string().describe('What the connection is called.'),
        connectionToken: z
          .string()
          .describe('The query field `id` of the connection; good for one, within fifteen seconds.'),
        availableTransports: z
          .array(
            z.object({
              transport: z.literal('WebSockets').describe('How to connect.'),
              transferFormats: z.array(z.literal('Text')).describe('The JSON protocol alone.'),
            }),
          )
          .describe('The only one.'),
      }),
    ),
  }),
})
