import { SignInStatus } from '@agency-support/contract/modules/session'

/** Texts of this module, verbatim from the specification. */
export const sessionMessages = {
  signInTitle: 'Cloud Authentication',
  wentWrong: 'Something went wrong',
  required: 'Required.',
  mustMatch: 'Must match new password',
  typeTwice: 'Enter the new password in both fields.',
  differ: 'The passwords do not match.',
  nothingToCancel: 'Every page needs a sign-in.',
  updating: 'Updating…',
  updatePasswordTitle: 'Update Password',
  lengthAlone: 'At least 15 characters; a few words work well.',
  lengthWithFactor: 'At least 8 characters, as you have a second factor.',
  codeHint: 'The 6 digits of your authenticator app, or a recovery code.',
  passwordUpdated: 'Password updated',
  notRenewed: 'Your session could not be renewed. It ends at',
  renewNow: 'Renew now',
  mustChange: 'Password change required. Choose a new password to continue.',
  waiting: 'Waiting for the server. This page opens by itself as soon as it answers.',
  stillSignedIn: 'You are still signed in.',
  signOutFailed: 'Signing you out has failed. It will be tried again as soon as possible.',
  signingOut: 'Signing out…',
  sessionOver: 'You were signed out because your session ended.',
} as const

const byStatus: Readonly<Record<number, string>> = {
  [SignInStatus.mfaRequired]: 'Multi-factor authentication is required.',
  [SignInStatus.invalidCredentials]: 'Invalid Credentials',
  [SignInStatus.lockedOut]: 'This account is locked out.',
}

/** The message for a failed sign-in; a status without its own text shows the description. */
export function signInMessage({ status, desc }: { status: number; desc: string }): string {
  return byStatus[status] ?? (desc === '' ? sessionMessages.wentWrong : desc)
}
