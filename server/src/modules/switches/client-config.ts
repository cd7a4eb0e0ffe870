import type { switches } from '@agency-support/contract/modules/switches'
import type { Handler } from '../../calls/context.ts'
import { getStatusSite } from '../../settings/external-sites.ts'

/** The settings for browsers. */
export const clientConfig: Handler<typeof switches.clientConfig> = (_input, { services: { config } }) => ({
  providerName: config.providerName,
  environment: config.environment,
  helpCentreUrl: config.helpCentreUrl,
  statusSiteUrl: getStatusSite(config.environment, config.statusSites),
  frames: config.frames,
  build: config.build,
})
