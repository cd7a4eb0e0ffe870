import type { email } from '@agency-support/contract/modules/email'
import type { Handlers } from '../../calls/context.ts'
import { details } from './details.ts'
import { purge } from './purge.ts'
import { suppressions } from './suppressions.ts'

/** The email module. */
export const emailHandlers: Handlers<typeof email> = { suppressions, details, purge }
