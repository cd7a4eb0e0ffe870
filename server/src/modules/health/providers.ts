import type { health } from '@agency-support/contract/modules/health'
import type { Handler } from '../../calls/context.ts'
import { toProviderStates } from '../../calls/provider-states.ts'

/** What this process knows about each provider, by name. */
export const providers: Handler<typeof health.providers> = (_input, { services: { breakers } }) =>
  toProviderStates(breakers)
