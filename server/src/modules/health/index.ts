import type { health } from '@agency-support/contract/modules/health'
import type { Handlers } from '../../calls/context.ts'
import { agency } from './agency.ts'
import { providers } from './providers.ts'

/** The health module. */
export const healthHandlers: Handlers<typeof health> = { agency, providers }
