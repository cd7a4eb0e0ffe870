import { z } from 'zod'

/** Comes with a failure of a provider. */
const Failure = z.object({
  exception: z
    .string()
    .describe("Number of this failure in the server's log; never the provider's own words."),
})

/** Failure with what the sentence of a provider that says when to come again is made of. */
const FailureUntil = Failure.extend({
  wait: z.string().describe('How long the provider wants to be left alone: 60 seconds.'),
})
  .transform(({ exception }) => ({ exception }))
  .pipe(Failure)

/** The refusals of a call that asks a provider, in its name as a sentence begins with it: 'The back office'. */
export const providerRefusals = <N extends string>(name: N) =>
  ({
    busy: [429, `${name} is busy. Please try again in a moment.`, Failure],
    busyUntil: [
      429,
      `${name} is busy. Please try again in a moment. It asks to wait for {wait}.`,
      FailureUntil,
    ],
    failed: [502, `${name} gave no usable answer.`, Failure],
    unavailable: [503, `${name} cannot be reached at the moment.`, Failure],
  }) as const
