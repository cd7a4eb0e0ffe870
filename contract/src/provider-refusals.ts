import { z } from 'zod'

const exception = z
  .string()
  .describe("Number of this failure in the server's log; never the provider's own words.")

/** Data of a refusal for a provider's failure. */
export const providerFailure = z.object({ exception })

const Busy = z.object({
  exception,
  retryAfterSeconds: z
    .int()
    .min(1)
    .optional()
    .describe('How long the provider wants to be left alone; missing where it does not say.'),
})

/** The refusals of a call that asks a provider; `name` begins a sentence: 'The back office'. */
export const providerRefusals = <N extends string>(name: N) =>
  ({
    busy: [429, `${name} is busy. Please try again in a moment.`, Busy],
    failed: [502, `${name} gave no usable answer.`, providerFailure],
    unavailable: [503, `${name} cannot be reached at the moment.`, providerFailure],
  }) as const

/** The refusal of a change at a provider that may have been made without an answer; `what` says so, and what to do. */
export const unclearChange = <N extends string, W extends string>(name: N, what: W) =>
  ({ unclear: [503, `${name} cannot be reached at the moment. ${what}`, providerFailure] }) as const
