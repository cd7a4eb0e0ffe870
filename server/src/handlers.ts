import type { Contract } from '@agency-support/contract'
import type { Handlers } from './http/context.ts'
import { agencyHandlers } from './modules/agencies/index.ts'
import { agencyFileHandlers } from './modules/agency-files/index.ts'
import { agencyUsersHandlers } from './modules/agency-users/index.ts'
import { agencyCommandHandlers } from './modules/agency-commands/index.ts'
import { healthHandlers } from './modules/health/index.ts'
import { journalHandlers } from './modules/journal/index.ts'
import { seatsHandlers } from './modules/seats/index.ts'
import { secondFactorHandlers } from './modules/second-factor/index.ts'
import { sessionHandlers } from './modules/session/index.ts'
import { staffHandlers } from './modules/staff/index.ts'
import { subscriptionHandlers } from './modules/subscription/index.ts'
import { switchesHandlers } from './modules/switches/index.ts'

/** The rooms joined; a call without its handler does not compile. */
export const handlers: { readonly [R in keyof Contract]: Handlers<Contract[R]> } = {
  session: sessionHandlers,
  secondFactor: secondFactorHandlers,
  staff: staffHandlers,
  switches: switchesHandlers,
  agencies: agencyHandlers,
  health: healthHandlers,
  agencyCommands: agencyCommandHandlers,
  agencyFiles: agencyFileHandlers,
  agencyUsers: agencyUsersHandlers,
  subscription: subscriptionHandlers,
  seats: seatsHandlers,
  journal: journalHandlers,
}
