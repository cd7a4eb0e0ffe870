import { staff } from '@agency-support/contract/modules/staff'

const { ownList, notHeld, gone } = staff.savePermissions.refusals

/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const staffMessages = {
  failed: 'An error occurred while processing your request',
  updated: 'Permissions updated',
  noResults: 'No Results',
  // A disabled switch shows the sentence of the server's refusal.
  ownList: ownList[1],
  notHeld: notHeld[1],
  gone: gone[1],
  ownAccount: staff.disableAccount.refusals.ownAccount[1],
  holdsMore: staff.disableAccount.refusals.holdsMore[1],
  noneInGroup: 'No permissions available',
  noneFound: 'No matching permissions',
  notLocked: 'This account is not locked.',
  noFactor: staff.removeSecondFactor.refusals.none[1],
  created: 'Account created',
  passwordReset: 'Password reset',
  unseenPassword: ({ username }: { username: string }) =>
    `The new password of ${username} was made after you had left its screen, and cannot be shown again. Reset it once more.`,
  disabled: 'Account disabled',
  enabled: 'Account enabled',
  unlocked: 'Account unlocked',
  factorRemoved: 'Second factor removed',
  noticesTitle: 'About your account',
  notice: {
    passwordSet: 'Your password was reset',
    secondFactorRemoved: 'Your second factor was removed',
    disabled: 'Your account was disabled',
    enabled: 'Your account was enabled again',
  },
  byCommandLine: 'on the server’s command line',
  noticesAdvice: 'If you did not expect this, tell your manager at once.',
} as const
