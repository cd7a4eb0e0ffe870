import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import type { Handlers } from '../../calls/context.ts'
import { createSuperUser, createSuperUser6x } from './create-super-user.ts'
import { creationLogs, listSuperUsers6x } from './creation-logs.ts'
import { emailEvents } from './email-events.ts'
import { emailVerification } from './email-verification.ts'
import { users } from './list-users.ts'
import { liveSuperUsers, superUsers } from './live-super-users.ts'
import { reportSignins } from './report-signins.ts'
import { reportUsers } from './report-users.ts'
import { revokeSuperUser } from './revoke-super-user.ts'
import { keepSendGridEvents } from './send-grid-events.ts'
import { signinLog } from './signin-log.ts'
import { unlock } from './unlock.ts'

/** The module of agencies' users. */
export const agencyUsersHandlers: Handlers<typeof agencyUsers> = {
  users,
  unlock,
  emailEvents,
  emailVerification,
  signinLog,
  creationLogs,
  liveSuperUsers,
  createSuperUser,
  createSuperUser6x,
  listSuperUsers6x,
  revokeSuperUser,
  reportUsers,
  reportSignins,
  sendGridEvents5x: keepSendGridEvents('5x'),
  sendGridEvents6x: keepSendGridEvents('6x'),
  superUsers,
}
