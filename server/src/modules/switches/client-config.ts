import type { switches } from '@agency-support/contract/modules/switches'
import type { Handler } from '../../http/context.ts'

/** The settings a browser may know. */
export const clientConfig: Handler<typeof switches.clientConfig> = (_input, { services: { config } }) => ({
  providerName: config.providerName,
  environment: config.environment,
  helpCentreUrl: config.helpCentreUrl,
  build: config.build,
})
