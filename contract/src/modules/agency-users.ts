import { z } from 'zod'
import { many, nothing, one } from '../answer.ts'
import { listBody, read, reportBody, moduleCalls, signal, signalWithEvents, write } from '../call.ts'
import { AgentInstant, Instant } from '../dates.ts'
import { LeftOutEntry } from '../entries.ts'
import { event } from '../event.ts'
import { exactText, knownNumber, notKnown, refusedBy, trueOrFalse, wholeNumber } from '../fields.ts'
import { hostRefusals, hostChangeRefusals } from '../host-refusals.ts'
import { AgencyId, noAgency } from '../ids.ts'
import { nested } from '../nested-command.ts'
import { P } from '../permissions.ts'
import { isPlainText } from '../rules/hidden-characters.ts'
import { maxReasonLength } from '../rules/reason.ts'
import { isInitials, temporaryUserTexts, whyNotTemporaryPassword } from '../rules/temporary-users.ts'
import { command, hook, post } from '../wire.ts'
import { reportEvents } from './agency-reports.ts'
import { Again, NewCommand, queued, queueRefusals } from './queued-command.ts'
import { SendGridEvent } from './sendgrid-event.ts'

/** A user of an agency (spec-001 §3): reported by its own software, or a temporary one created here. */
export const AgencyUser = z.object({
  username: z.string().describe('The user’s initials.'),
  firstName: z.string().describe('Given name; empty when unknown.'),
  lastName: z.string().describe('Family name; empty when unknown.'),
  expiresOn: Instant.nullable().describe('When a temporary user ends; null for any other.'),
  online: z.boolean().describe('True for a user of the newer sign-in.'),
  status: z.int().describe('0 none, 1 Disabled, 2 Locked Out, 3 Password Change Required.'),
  userFlags: z
    .int()
    .describe('Bits: 1 inactive, 2 roaming, 4 superUser, 8 cloudAccessEnabled, 16 placeholder.'),
  agencyPermissions: z.array(z.int()).describe('Numbers of the agency’s own permissions.'),
  emailVerified: z.boolean().describe('True once the user has confirmed the email address.'),
  unlockProblem: z
    .string()
    .nullable()
    .describe('Why the agency’s software did not unlock a locked user; null when no unlocking has failed.'),
})
export type AgencyUser = z.infer<typeof AgencyUser>

/** An event of a mail to a user (spec-001 §3). */
export const EmailEvent = z.object({
  sendGridTS: Instant.describe('When the mail provider saw it.'),
  event: z.int().describe('0 Other to 10 Block; see the list of codes.'),
  toEmail: z.string().describe('Address the mail went to.'),
  category: z.int().describe('0 Other, 1 Email Verification, 2 Temporary Password, 3 Forgot Password.'),
})
export type EmailEvent = z.infer<typeof EmailEvent>

/** Whether a user has confirmed the email address (B-24). */
const EmailVerification = z.object({
  emailVerified: z.boolean().describe('As the agency’s software last reported.'),
  verifiedOn: Instant.nullable().describe('When that was first reported; null when it was never otherwise.'),
  lastSentOn: Instant.nullable().describe('When the last verification mail was sent; null for never.'),
})

/** One sign-in attempt of a user (spec-001 §3). */
export const SigninEntry = z.object({
  created: Instant.describe('When it was tried.'),
  outcome: z.int().describe('0 Successful to 8 Missing Product, or 99 Error.'),
  ip: z.string().describe('Address it came from.'),
  hostname: z.string().describe('Computer it came from.'),
})
export type SigninEntry = z.infer<typeof SigninEntry>

/** A line of the Super User Creation Log (spec-001 §3). */
export const CreationLogEntry = z.object({
  initials: z.string().describe('The temporary user.'),
  username: z.string().describe('Who of the staff made it.'),
  created: Instant.describe('When it was made.'),
  expires: Instant.describe('When it ends or ended by itself.'),
})
export type CreationLogEntry = z.infer<typeof CreationLogEntry>

/** A temporary user that has not expired. */
export const LiveSuperUser = z.object({
  grantId: z.int().describe('For ending it.'),
  username: z.string().describe('The temporary user’s initials.'),
  createdBy: z.string().describe('Who of the staff made it.'),
  created: Instant.describe('When it was made.'),
  expires: Instant.describe('When it ends by itself.'),
})
export type LiveSuperUser = z.infer<typeof LiveSuperUser>

/** A newly created temporary user, without its password. */
export const CreatedSuperUser = z.object({
  grantId: z.int().describe('For ending it.'),
  username: z.string().describe('The initials.'),
  agencyId: AgencyId,
  created: Instant.describe('By the server’s clock.'),
  expiresOn: Instant.describe('When it ends.'),
  commandId: z.int().optional().describe('Of the command that passes it on; another host names none.'),
})
export type CreatedSuperUser = z.infer<typeof CreatedSuperUser>

const usernameSentence = 'username must be 1 to 60 characters.'
/** Username at an agency: exact text, no pattern. */
const AgencyUsername = z
  .string(usernameSentence)
  .min(1, usernameSentence)
  .max(60, usernameSentence)
  .refine(isPlainText, 'username must be plain text.')
  .describe('The user’s initials, exactly.')

const Reason = exactText('Reason', maxReasonLength).trim().optional().describe('Why; kept in the journal.')

const OneUser = z.object({ agencyId: AgencyId, username: AgencyUsername })

const NewSuperUser = z.object({
  Username: z
    .string(temporaryUserTexts.notInitials)
    .toUpperCase()
    .refine(isInitials, temporaryUserTexts.notInitials)
    .describe('The initials: 3 characters from 0-9 and A-Z, with dashes in front.'),
  AgencyId: AgencyId,
  Password: z
    .string('Password must be text.')
    .superRefine(refusedBy(whyNotTemporaryPassword))
    .describe('At least 8 characters with an uppercase and a lowercase letter, a digit and a symbol.'),
  ExpiresOn: Instant.describe('2, 8, 24 or 72 hours from now, give or take five minutes.'),
  Reason: Reason,
  Again: Again,
})

const noUser = [2, 'User not found'] as const
const creation = {
  noAgency,
  taken: [409, 'Initials already in use.'],
  noneLeft: [422, temporaryUserTexts.noneLeft],
  notHours: [422, 'ExpiresOn must be 2, 8, 24 or 72 hours from now.'],
  ...queueRefusals,
  ...hostChangeRefusals,
} as const

const unlocked = event('agencyUsers.unlocked', 'User unlocked')
/** Events of this module without a call. */
export const agencyUserEvents = [event('agencyUsers.lockedAgain', 'User still locked')] as const

const created = event('agencyUsers.superUserCreated', 'Temporary user created')
const revoked = event('agencyUsers.superUserRevoked', 'Temporary user ended')
/** Also appended when a config file changes the users. */
export const reported = event('agencyUsers.reported', 'Users reported')

const sendGridEvents = {
  about: 'SendGrid reports what became of mails; an event that was reported before changes nothing.',
  access: 'provider',
  input: z.array(SendGridEvent, 'The body must be a list of events.'),
  answer: nothing(),
} as const

/** The most users and permissions in one report, and its maximum body: everything within the limits fits. */
const maxUsers = 5_000
const maxPermissions = 500_000
const permissionBytes = 12
const usersBody = listBody(maxUsers, 180) + permissionBytes * maxPermissions

const path = '/api/user/request'
const staffPath = '/staff/request'

export const agencyUsers = moduleCalls('agencyUsers', {
  users: read({
    about: 'Users of an agency, temporary ones included.',
    at: command(path, 'GetAgencyUsers'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: many(AgencyUser),
  }),
  unlock: write({
    about: 'Let a locked-out user of an agency sign in again.',
    at: command(path, 'UnlockUser5x'),
    access: 'staff',
    needs: [P.CanUnlockAgencyUsers],
    event: [unlocked, queued],
    input: OneUser.extend({ again: Again }),
    answer: nothing(),
    refusals: { noUser, notLocked: [304, 'User not locked. No action taken.'], ...queueRefusals },
  }),
  emailEvents: read({
    about: 'What became of the last mails to a user, newest first.',
    at: command(path, 'GetAgencyUserEmailEvents'),
    access: 'staff',
    input: OneUser,
    answer: many(EmailEvent),
    refusals: { noUser },
  }),
  emailVerification: read({
    about: 'Whether and when a user has confirmed the email address.',
    at: command(path, 'GetAgencyUserEmailVerificationStatus'),
    access: 'staff',
    input: OneUser,
    answer: one(EmailVerification),
    refusals: { noUser },
  }),
  signinLog: read({
    about: 'The last sign-ins of a user, newest first.',
    at: command(path, 'GetSigninLog'),
    access: 'staff',
    input: OneUser.extend({
      lastN: wholeNumber('lastN', 1, 100).default(10).describe('How many, 1 to 100; 10 when left out.'),
    }),
    answer: many(SigninEntry),
    refusals: { noUser },
  }),
  creationLogs: read({
    about: 'The last 1000 temporary users made for an agency, newest first.',
    at: command('/api/request', 'GetSuperUserCreationLogs'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: many(CreationLogEntry),
  }),
  liveSuperUsers: read({
    about: 'Temporary users of an agency that have not ended, the next to end first.',
    at: command(path, 'GetLiveSuperUsers'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: many(LiveSuperUser),
  }),
  createSuperUser: write({
    about: 'Make a temporary user at an agency of version 5.x.',
    at: post('/agency/profile/create-5x-super-user'),
    access: 'staff',
    needs: [P.SuperUserCreation],
    recent: true,
    outside: true,
    event: [created, queued],
    input: NewSuperUser,
    answer: one(CreatedSuperUser),
    refusals: creation,
  }),
  createSuperUser6x: write({
    about: 'Make a temporary user from a screen that runs inside a frame.',
    at: nested(staffPath, 'CreateSuperUser'),
    access: 'staff',
    needs: [P.SuperUserCreation],
    recent: true,
    outside: true,
    event: [created, queued],
    input: NewSuperUser,
    answer: one(CreatedSuperUser),
    refusals: creation,
  }),
  listSuperUsers6x: read({
    about: 'The creation log for a screen that runs inside a frame.',
    at: nested(staffPath, 'List'),
    access: 'staff',
    input: z.object({ AgencyId: AgencyId }),
    answer: many(CreationLogEntry),
    refusals: hostRefusals,
  }),
  revokeSuperUser: write({
    about:
      'End a temporary user; the agency’s software refuses the password once it has collected the command.',
    at: command(path, 'RevokeSuperUser'),
    access: 'staff',
    needs: [P.SuperUserCreation],
    event: [revoked, queued],
    input: z.object({
      agencyId: AgencyId,
      grantId: wholeNumber('grantId', 1, 2_147_483_647).describe('Number of the temporary user.'),
      reason: Reason,
    }),
    answer: one(NewCommand),
    refusals: { gone: [2, 'This temporary user has already been revoked or has expired.'] },
  }),
  reportUsers: write({
    about: 'An agency’s software reports who its users are; the report replaces the one before.',
    at: post('/agent/v1/users'),
    access: 'agent',
    maxBody: usersBody,
    event: [reported, ...reportEvents],
    judged: { list: 'users', noun: 'users' },
    input: z.object({
      users: z
        .array(
          z.object({
            username: AgencyUsername,
            firstName: exactText('firstName', 60).describe('Given name; may be empty.'),
            lastName: exactText('lastName', 60).describe('Family name; may be empty.'),
            online: trueOrFalse('online').describe('True for a user of the newer sign-in.'),
            status: knownNumber('status', 0, 3).describe(
              '0 none, 1 Disabled, 2 Locked Out, 3 Password Change Required.',
            ),
            userFlags: wholeNumber('userFlags', 0, 65_535).describe('Bits as in the list of users.'),
            agencyPermissions: z
              .array(wholeNumber('A permission', 0, 2_147_483_647))
              .max(1_000, 'A user has at most 1000 permissions.')
              .describe('Numbers of the agency’s own permissions.'),
            emailVerified: trueOrFalse('emailVerified').describe('True once the address is confirmed.'),
          }),
          'users must be a list.',
        )
        .max(maxUsers, `A report holds at most ${maxUsers} users.`)
        .refine(
          (users) => new Set(users.map(({ username }) => username)).size === users.length,
          'A report names every user once.',
        )
        .refine(
          (users) => users.reduce((sum, user) => sum + user.agencyPermissions.length, 0) <= maxPermissions,
          `A report holds at most ${maxPermissions} permissions.`,
        )
        .describe('All users; who is missing is gone.'),
    }),
    answer: many(LeftOutEntry),
  }),
  reportSignins: signalWithEvents({
    about: 'An agency’s software reports attempts to sign in; one that was reported before counts once.',
    at: post('/agent/v1/signins'),
    access: 'agent',
    maxBody: reportBody,
    event: reportEvents,
    judged: { list: 'entries', noun: 'sign-ins' },
    input: z.object({
      entries: z
        .array(
          z.object({
            username: AgencyUsername,
            created: AgentInstant.describe('When it was tried.'),
            outcome: z
              .union([knownNumber('outcome', 0, 8), z.literal(99)], { error: notKnown('outcome') })
              .describe('0 Successful to 8 Missing Product, or 99 Error.'),
            ip: exactText('ip', 60).describe('Address it came from.'),
            hostname: exactText('hostname', 200).describe('Computer it came from.'),
          }),
        )
        .max(500, 'A report holds at most 500 entries.')
        .describe('In any order.'),
    }),
    answer: many(LeftOutEntry),
  }),
  sendGridEvents5x: signal({
    ...sendGridEvents,
    at: hook('/webhooks/sendgrid/5x', { proof: 'sendgrid5x', body: 'json' }),
  }),
  sendGridEvents6x: signal({
    ...sendGridEvents,
    at: hook('/webhooks/sendgrid/6x', { proof: 'sendgrid6x', body: 'json' }),
  }),
  superUsers: read({
    about: 'The temporary users an agency’s software must let in now, with the hashes of their passwords.',
    at: post('/agent/v1/super-users'),
    access: 'agent',
    input: z.object({}),
    answer: many(
      z.object({
        username: z.string().describe('The initials.'),
        passwordHash: z.string().describe('argon2id in PHC form; the password itself is kept nowhere.'),
        expiresOn: Instant.describe('Must not be let in from this instant on.'),
      }),
    ),
  }),
})
