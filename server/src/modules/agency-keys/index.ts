import type { agencyKeys } from '@agency-support/contract/modules/agency-keys'
import type { Handlers } from '../../calls/context.ts'
import { get } from './get.ts'
import { issue } from './issue.ts'
import { revoke } from './revoke.ts'
import { rotate } from './rotate.ts'

/** The agencyKeys module. */
export const agencyKeyHandlers: Handlers<typeof agencyKeys> = { get, issue, rotate, revoke }
