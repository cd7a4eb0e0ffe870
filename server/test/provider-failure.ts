import type { ProviderError } from '../src/providers/provider-error.ts'
import { expect } from 'vitest'

/** The error with which a provider's adapter fails; if it does not, the test does. */
export const failure = (work: Promise<unknown>): Promise<ProviderError> =>
  work.then(
    () => expect.unreachable('it should have failed'),
    (error: ProviderError) => error,
  )
