import { z } from 'zod'

/** Comes with a failure of a provider. */
const Failure = z.object({
  exception: z
    .string()
    .describe("Number of this failure in the server's log; never the provider's own words."),
})

/** The refusals of a call that asks a provider, in its name as a sentence begins with it: 'The back office'. */
export const providerRefusals = <N extends string>(name: N) =>
  ({
    busy: [429, `${name} is busy. Please try again in a moment.`, Failure],
    failed: [502, `${name} gave no usable answer.`, Failure],
    unavailable: [503, `${name} cannot be reached at the moment.`, Failure],
  }) as const
