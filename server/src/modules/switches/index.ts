import type { switches } from '@agency-support/contract/modules/switches'
import type { Handlers } from '../../calls/context.ts'
import { agentOpenapi, apiPage, openapi } from './api-docs.ts'
import { clientConfig } from './client-config.ts'
import { environment } from './environment.ts'
import { featureSwitches } from './feature-switches.ts'

export const switchesHandlers: Handlers<typeof switches> = {
  environment,
  clientConfig,
  featureSwitches,
  openapi,
  agentOpenapi,
  apiPage,
}
