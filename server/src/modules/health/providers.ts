import type { health } from '@agency-support/contract/modules/health'
import type { Handler } from '../../calls/context.ts'

/** The state of each provider's circuit breaker, by name. */
export const providers: Handler<typeof health.providers> = (_input, { services: { breakers } }) =>
  [...breakers]
    .map(([provider, { state }]) => ({ provider, state }))
    .sort((a, b) => a.provider.localeCompare(b.provider))
