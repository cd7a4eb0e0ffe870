import { agencyUsers } from '@agency-support/contract/modules/agency-users'

/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const agencyUserMessages = {
  // The specification writes this one with a full stop, unlike user management's.
  loadFailed: 'An error occurred while processing your request.',
  helperFailed: 'An error occurred',
  notLocked: agencyUsers.unlock.refusals.notLocked[1],
  noLongerLocked: 'No longer locked.',
  unlockFailed: 'Something went wrong while unlocking the user. Please try again later.',
  unlocked: (name: string) => `User: ${name} has been unlocked.`,
  emailFailed: 'Unable to get email events log. Please try again later.',
  signinFailed: 'Unable to get signin log. Please try again later.',
  logsFailed: 'Unable to fetch logs.',
  noPermissions: 'No permissions found. Try reprocessing the agency config file.',
  notVerified: 'Email not verified',
  verified: 'Email verified',
  bounced: 'The last mail to this user was not delivered.',
  noUsers: 'The agency has reported no users yet.',
  noMatch: 'No matching users.',
  noData: 'No data',
  noneLive: 'There is no temporary user to revoke.',
  stillLoading: 'The users are still loading.',
  notLoaded: 'The users are not loaded. Reload them first.',
  notValid: 'Fill in initials and password first.',
  nextFilledIn: (taken: string) => `${taken} is in use; the next available were filled in.`,
  createFailed: 'Unable to process request. Something went wrong.',
  created: (initials: string) => `Temporary user ${initials} created. Password is shown once.`,
  unseen: (initials: string) =>
    `Temporary user ${initials} was created after you had left the screen, and the password cannot be shown again. Revoke the user and create another.`,
  revoking:
    'The agency’s software refuses the password as soon as it has collected this. This cannot be undone; a new temporary user can be made.',
  ended: (initials: string) => `Temporary user ${initials} was revoked.`,
} as const
