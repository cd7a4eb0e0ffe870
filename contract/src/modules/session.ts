import { z } from 'zod'
import { bare, nothing, one } from '../answer.ts'
import { read, moduleCalls, signal, write } from '../call.ts'
import { EpochSeconds } from '../dates.ts'
import { event } from '../event.ts'
import { P } from '../permissions.ts'
import { stepUpSentence } from '../rules/recent.ts'
import { command, get, post } from '../wire.ts'
import { Way } from './second-factor.ts'

/** Who is signed in and until when. */
export const Claims = z.object({
  hsUserName: z
    .string()
    .describe('Name the console shows and every record carries; the email in lower case.'),
  exp: EpochSeconds.describe('When the session ends unless renewed, in epoch seconds.'),
  permissions: z.array(z.int()).describe('Permission numbers held now.'),
  passwordChangeRequired: z
    .boolean()
    .describe('True for a restricted session: only UpdatePassword is open to it.'),
})
export type Claims = z.infer<typeof Claims>

/** Sign-in statuses, numbered as documented (spec-000 §8). */
export const SignInStatus = {
  success: 0,
  mfaRequired: 1,
  tokenExpired: 2,
  invalidCredentials: 3,
  lockedOut: 4,
  passwordChangeRequired: 5,
  failed: 99,
} as const

export const SignInResult = z.object({
  status: z
    .int()
    .describe(
      '0 success, 1 MFA required, 3 invalid credentials, 4 locked out, 5 password change required, 99 other.',
    ),
  desc: z.string().describe('A sentence for the person; shown as it is for status 99.'),
  claims: Claims.nullable().describe('Present for status 0 and 5.'),
  by: z
    .array(Way)
    .optional()
    .describe('With status 1: how the person can confirm who they are, as at StepUp.'),
  passkey: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('With status 1, where the person has passkeys: options for navigator.credentials.get.'),
})
export type SignInResult = z.infer<typeof SignInResult>

/** Longer text cannot be a password and is refused without hashing it. */
const maxTextLength = 1024
const passwordSentence = `Password must be text of at most ${maxTextLength} characters.`

const Credentials = z.object({
  username: z.string('User name must be text.').describe('Email; case and outer blanks do not matter.'),
  password: z.string(passwordSentence).max(maxTextLength, passwordSentence).describe('Compared exactly.'),
  mfaCode: z
    .string('The code must be text.')
    .max(maxTextLength, 'The code is too long.')
    .optional()
    .describe('Code of the second factor or a recovery code, asked for after status 1.'),
  passkey: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Answer of navigator.credentials.get, instead of a code.'),
})

const signedIn = event('session.signedIn', 'Signed in', [P.AgencyManagementAdmin])
const signInFailed = event('session.signInFailed', 'Sign-in failed', [P.AgencyManagementAdmin])
const signedOut = event('session.signedOut', 'Signed out', [P.AgencyManagementAdmin])
const passwordChanged = event('session.passwordChanged', 'Password changed', [P.AgencyManagementAdmin])

/** Events of this module that no single call owns. */
export const sessionEvents = [
  event('session.refused', 'Refused for a missing permission', [P.AgencyManagementAdmin]),
  event('session.failedInHour', 'Failed sign-ins of an hour', [P.AgencyManagementAdmin]),
] as const

const signInAnswer = {
  access: 'anyone',
  answer: bare(SignInResult),
  event: [signedIn, signInFailed],
  outside: true,
  rate: 'signin',
  input: Credentials,
} as const

const signOutAnswer = {
  access: 'anyone',
  answer: nothing(),
  event: signedOut,
  input: z.object({}),
  signsOut: true,
} as const

const renewAnswer = {
  access: 'restricted',
  outside: true,
  answer: one(z.object({ claims: Claims })),
  input: z.object({}),
  refusals: {},
} as const

export const session = moduleCalls('session', {
  signIn: write({
    ...signInAnswer,
    about: 'Sign in with an email and a password; sets the session cookie on status 0 and 5.',
    at: post('/auth/staff/signin/cookie'),
  }),
  signInByGet: write({
    ...signInAnswer,
    about: 'The documented sign-in with credentials in the query; off unless the server has SIGNIN_GET=1.',
    at: get('/auth/staff/signin/cookie', { onlyWith: 'signinGet' }),
  }),
  signOut: write({
    ...signOutAnswer,
    about: 'End the session; harmless without one.',
    at: post('/auth/staff/signout'),
  }),
  signOutByGet: write({
    ...signOutAnswer,
    about: 'The documented form of sign-out.',
    at: get('/auth/staff/signout'),
  }),
  whoami: read({
    about: 'Who is signed in, with live permissions.',
    at: get('/auth/staff/whoami'),
    access: 'restricted',
    input: z.object({}),
    answer: bare(
      z.object({
        claims: Claims,
        liveMark: z
          .string()
          .describe('Give it to the live stream as `after`: it sends what changes from now on.'),
      }),
    ),
  }),
  renew: signal({
    ...renewAnswer,
    about: 'Renew the session for another hour, twelve hours at the most.',
    at: get('/auth/staff/renew'),
  }),
  renewByPost: signal({
    ...renewAnswer,
    about: 'Renew, for clients that do not change state by GET.',
    at: post('/auth/staff/renew'),
  }),
  updatePassword: write({
    about: 'Change the own password; ends the other sessions of the person.',
    at: command('/api/user/request', 'UpdatePassword'),
    access: 'restricted',
    outside: true,
    event: passwordChanged,
    input: z.object({
      username: z
        .string('User name must be text.')
        .optional()
        .describe('Sent by the console; must be the own name when present.'),
      newPassword: z
        .string(passwordSentence)
        .max(maxTextLength, passwordSentence)
        .describe('At least 15 characters, or 8 with a second factor.'),
      currentPassword: z
        .string(passwordSentence)
        .max(maxTextLength, passwordSentence)
        .optional()
        .describe(
          'Unless the change is forced, this or a confirmation (StepUp) just before is asked for by code 428.',
        ),
    }),
    answer: nothing({ outcome: true }),
    refusals: {
      notYou: [403, 'You can only change your own password.'],
      same: [409, 'New password must differ from the current password.'],
      tooShort: [400, 'Password must be at least 15 characters.'],
      tooShortWithFactor: [400, 'Password must be at least 8 characters.'],
      tooLong: [400, 'Password must be at most 256 characters.'],
      isUsername: [400, 'Password must not be your user name.'],
      tooCommon: [400, 'This password is too common. Please choose another one.'],
      confirm: [428, stepUpSentence],
      signInAgain: [428, 'Please sign in again to change your password.'],
      wrongCurrent: [428, 'The current password is incorrect.'],
    },
  }),
})
