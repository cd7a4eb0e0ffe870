import type { switches } from '@agency-support/contract/modules/switches'
import type { Handler } from '../../calls/context.ts'

/** The environment's name, as configured. */
export const environment: Handler<typeof switches.environment> = (_input, { services }) =>
  services.config.environment
