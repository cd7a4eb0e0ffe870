import type { AgencyUser } from '@agency-support/contract/modules/agency-users'

/** A user of an agency who has locked themselves out, with what is given. */
export function lockedUser(given: Partial<AgencyUser> = {}): AgencyUser {
  return {
    username: 'LCK',
    firstName: 'Lou',
    lastName: 'Key',
    expiresOn: null,
    online: true,
    status: 2,
    userFlags: 0,
    agencyPermissions: [1],
    emailVerified: true,
    unlockProblem: null,
    ...given,
  }
}
