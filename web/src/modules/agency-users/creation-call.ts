import { agencyUsers } from '@agency-support/contract/modules/agency-users'

/** The call that creates a temporary user: inside a frame that of the 6.x path (spec-001 §7.5). */
export function creationCall(framed: boolean) {
  return framed ? agencyUsers.createSuperUser6x : agencyUsers.createSuperUser
}
