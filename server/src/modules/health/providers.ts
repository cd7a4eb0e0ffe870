import type { health } from '@agency-support/contract/modules/health'
import type { Handler } from '../../calls/context.ts'

/** Whether the providers answer, by name. */
export const providers: Handler<typeof health.providers> = (_input, { services: { breakers } }) =>
  [...breakers]
    .map(([provider, { state }]) => ({ provider, state }))
    .sort((a, b) => a.provider.localeCompare(b.provider))
