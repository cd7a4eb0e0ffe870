import { z } from 'zod'
import { many, one } from '../answer.ts'
import { read, moduleCalls } from '../call.ts'
import { Instant } from '../dates.ts'
import { AgencyId } from '../ids.ts'
import { command } from '../wire.ts'

/** The facts from which rules/health.ts judges an agency's health. */
export const AgencyHealth = z.object({
  agencyId: AgencyId,
  checkedAt: Instant.describe('When these facts were read, by the clock of the server.'),
  syncErrors: z.int().describe('Clients whose conversion or synchronisation failed.'),
  syncErrorsAt: Instant.nullable().describe(
    "When the agency's software last reported them; null: not known.",
  ),
  tokenAt: Instant.nullable().describe('When the multifolder token was last renewed; null without one.'),
  lastSeenAt: Instant.nullable().describe(
    "When the agency's software last sent a heartbeat or asked for commands; null: never.",
  ),
  queued: z.int().describe('Agency commands that wait to be fetched.'),
  oldestQueuedAt: Instant.nullable().describe('When the oldest of them was queued; null when none waits.'),
  searchDifference: z
    .int()
    .nullable()
    .describe('Clients in Search less those in Data Sync; null while one is unknown.'),
  textingDifference: z
    .int()
    .nullable()
    .describe('Clients in Texting less those in Data Sync; null while one is unknown.'),
})
export type AgencyHealth = z.infer<typeof AgencyHealth>

/** What the process that was asked knows about a provider since its start. */
export const ProviderState = z.object({
  provider: z.string().describe('Name of the provider, for example SendGrid.'),
  state: z
    .enum(['closed', 'open', 'halfOpen'])
    .describe(
      'Of its circuit breaker. closed: it is asked, which does not mean that it answers; open: it is left alone for half a minute; halfOpen: one request tries it.',
    ),
  askedAt: Instant.nullable().describe('When it was last asked; null: not since the start.'),
  answeredAt: Instant.nullable().describe(
    'When it last answered, refusals included; null: not since the start.',
  ),
  failures: z.int().describe('Requests without an answer since the last one with an answer.'),
})
export type ProviderState = z.infer<typeof ProviderState>

export const health = moduleCalls('health', {
  providers: read({
    about: 'What is known about the providers, for the light in the tabs that ask them.',
    at: command('/api/request', 'GetProviderStates'),
    access: 'staff',
    input: z.object({}),
    answer: many(ProviderState),
  }),
  agency: read({
    about: "Facts about how an agency's software is doing, for the strip in the agency header.",
    at: command('/api/request', 'GetAgencyHealth'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: one(AgencyHealth),
  }),
})
