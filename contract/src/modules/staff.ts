import { z } from 'zod'
import { many, nothing, one } from '../answer.ts'
import { read, moduleCalls, write } from '../call.ts'
import { Instant } from '../dates.ts'
import { lastChange, ReadVersion, refusedBy } from '../fields.ts'
import { isPermission, P } from '../permissions.ts'
import { isPlainText } from '../rules/hidden-characters.ts'
import { normalisePersonName, personNameSentence, whyNotPersonName } from '../rules/person-name.ts'
import { maxReasonLength } from '../rules/reason.ts'
import { isUsername, normaliseUsername, usernameSentence, whyNotUsername } from '../rules/username.ts'
import { command } from '../wire.ts'
import {
  factorRemoved,
  memberAdded,
  memberDisabled,
  memberEnabled,
  memberUnlocked,
  noticesRead,
  passwordSet,
  permissionsChanged,
} from './staff-events.ts'

/** Staff statuses, numbered as documented (spec-000 §4). */
export const StaffStatus = { enabled: 0, disabled: 1, locked: 2, passwordChangeRequired: 3 } as const

export const staffStatuses = [
  { value: StaffStatus.enabled, label: 'Enabled' },
  { value: StaffStatus.disabled, label: 'Disabled' },
  { value: StaffStatus.locked, label: 'Locked' },
  { value: StaffStatus.passwordChangeRequired, label: 'Password Change Required' },
] as const

/** MFA value for a second factor that is on; any other value means off. */
export const mfaOn = 0

/** Staff belong to no agency: the documents use agency id 0. */
export const staffAgencyId = 0

/** Email with which a new person signs in. */
export const NewUsername = z
  .string(usernameSentence)
  .overwrite(normaliseUsername)
  .superRefine(refusedBy(whyNotUsername))
  .describe(
    'Email of at most 254 characters, kept in lower case and NFKC; letters, digits and usual signs, each part in one script.',
  )

/** Email of an existing person, whatever characters were allowed when it was created. */
const StaffUsername = z
  .string(usernameSentence)
  .trim()
  .toLowerCase()
  .refine(isUsername, usernameSentence)
  .describe('Email of at most 254 characters, compared in lower case.')

/** A staff user with the permissions the caller may see (spec-000 §3). */
export const StaffUser = z.object({
  username: z.string().describe('Email in lower case.'),
  firstName: z.string().describe('Given name; may be empty.'),
  lastName: z.string().describe('Family name; may be empty.'),
  status: z
    .int()
    .describe('0 Enabled, 1 Disabled, 2 Locked, also by failed sign-ins, 3 Password Change Required.'),
  mfa: z.int().describe('0 means a second factor is on.'),
  permissions: z.array(z.int()).describe('Permission numbers, ascending.'),
  type: z.int().describe('Kind of user; 0 for staff.'),
  agencyId: z.int().describe('Always 0: staff belong to no agency.'),
  version: z.int().describe('Counts the changes of this user; a save sends back the one it read.'),
})
export type StaffUser = z.infer<typeof StaffUser>

export const PermissionGroup = z.object({
  id: z.int().describe('Number of the group.'),
  label: z.string().describe('Heading of the group.'),
  description: z.string().describe('What its permissions are about.'),
  order: z.int().describe('Groups are shown in this order.'),
})
export type PermissionGroup = z.infer<typeof PermissionGroup>

export const PermissionDefinition = z.object({
  id: z.int().describe('Permission number.'),
  groupId: z.int().describe('Group it stands in.'),
  label: z.string().describe('Name in the catalogue, for example EditAgencyStatus.'),
  description: z.string().describe('What it allows, in one sentence.'),
  order: z.int().describe('Order inside its group.'),
  flags: z.int().describe('Bitmask; shown only when it equals 1.'),
  adminOnly: z.boolean().describe('Hidden from the user screen.'),
})
export type PermissionDefinition = z.infer<typeof PermissionDefinition>

export const AvailablePermissions = z.object({
  groups: z.array(PermissionGroup).describe('Headings, in no order.'),
  definitions: z.array(PermissionDefinition).describe('Every permission of the catalogue.'),
})
export type AvailablePermissions = z.infer<typeof AvailablePermissions>

const unknownPermission = 'Unknown permission'
const PermissionList = z
  .array(
    z.int(unknownPermission).refine(isPermission, unknownPermission),
    'permissions must be a list of numbers.',
  )
  .max(100, 'permissions must be at most 100 numbers.')
  .refine((ids) => new Set(ids).size === ids.length, 'permissions must not repeat a number.')

const StalePermissions = z.object({
  ...lastChange,
  current: StaffUser.describe('The user as stored now.'),
})

/** An account on the accounts screen. */
export const StaffAccount = StaffUser.omit({ type: true, agencyId: true }).extend({
  permissions: z
    .array(z.int())
    .describe('All permission numbers held, ascending; who lacks one of them may not act on the account.'),
  lastSignInAt: Instant.nullable().describe('Null when the person has never signed in.'),
  openSessions: z.int().describe('Browsers signed in now.'),
  locked: z.boolean().describe('True while failed attempts lock the name, or the account itself is locked.'),
})
export type StaffAccount = z.infer<typeof StaffAccount>

/** A notice about what somebody else did to the caller's account. */
export const AccountNotice = z.object({
  noticeId: z.int().describe('Grows with each notice.'),
  kind: z.enum(['passwordSet', 'secondFactorRemoved', 'disabled', 'enabled']).describe('What was done.'),
  doneBy: z.string().describe('User name of who did it; `cli` is the command line of the server.'),
  at: Instant,
})
export type AccountNotice = z.infer<typeof AccountNotice>

const OneTimePassword = z.object({
  account: StaffAccount,
  password: z.string().describe('Shown once, stored only hashed; must be changed at the first sign-in.'),
})

const PersonName = z
  .string(personNameSentence)
  .overwrite(normalisePersonName)
  .superRefine(refusedBy(whyNotPersonName))
  .describe('At most 100 characters, kept in NFKC; each word in one script. May be empty.')
const reasonSentence = `Reason must be at most ${maxReasonLength} characters, without control characters.`
const Reason = z
  .string(reasonSentence)
  .trim()
  .max(maxReasonLength, reasonSentence)
  .refine(isPlainText, reasonSentence)
  .optional()
  .describe('Why; kept in the journal.')

const gone = [2, 'This user no longer exists.'] as const
const ownAccount = [403, 'You cannot do this to your own account.'] as const
const holdsMore = [
  403,
  'This person has a permission that you do not have. Somebody who has it must do this.',
] as const
const lastAdministrator = [
  409,
  'This is the last person who can update permissions. Give somebody else CanUpdatePermissions first.',
] as const

/** Input and refusals that all calls on one account share. */
const onAccount = {
  access: 'staff',
  at: (name: string) => command('/api/user/request', name),
  input: z.object({ username: StaffUsername, reason: Reason }),
} as const

export const staff = moduleCalls('staff', {
  availablePermissions: read({
    about: 'The permissions there are, by group.',
    at: command('/api/user/request', 'GetAvailablePermissions'),
    access: 'staff',
    needs: [P.CanUpdatePermissions],
    input: z.object({}),
    answer: one(AvailablePermissions),
  }),
  userPermissionList: read({
    about: 'Staff users with their permissions; agency id 0 is staff.',
    at: command('/api/user/request', 'GetUserPermissionList'),
    access: 'staff',
    needs: [P.CanUpdatePermissions],
    input: z.object({
      agencyId: z.int('agencyId must be a whole number.').min(0).max(99_999_999).describe('0 for staff.'),
    }),
    answer: many(StaffUser, { outcome: true }),
    refusals: { none: [2, 'No users found.'] },
  }),
  savePermissions: write({
    about: 'Set the permissions of a staff user; numbers the caller cannot see stay as they are.',
    at: command('/api/user/request', 'SaveUserPermissions'),
    access: 'staff',
    needs: [P.CanUpdatePermissions],
    recent: true,
    event: permissionsChanged,
    input: z.object({
      user: z.object({
        username: StaffUsername,
        agencyId: z.int().optional().describe('Sent as documented; always 0.'),
        permissions: PermissionList.describe('The full list as it shall be.'),
        version: ReadVersion,
      }),
    }),
    answer: one(StaffUser, { outcome: true }),
    refusals: {
      gone,
      ownList: [403, 'You cannot change your own permissions.'],
      notHeld: [403, 'You cannot grant a permission that you do not hold.'],
      lastAdministrator,
      stale: [
        409,
        '{changedBy} changed the permissions of this user at {changedAt}. Your change was not saved.',
        StalePermissions,
      ],
    },
  }),
  accounts: read({
    about: 'Staff accounts with status, lock and last sign-in.',
    at: command('/api/user/request', 'ListStaffAccounts'),
    access: 'staff',
    needs: [P.CanListUsers],
    input: z.object({}),
    answer: many(StaffAccount),
  }),
  createAccount: write({
    about: 'Create a staff account with CanAccess and a password that is shown once.',
    at: command('/api/user/request', 'CreateStaffAccount'),
    access: 'staff',
    needs: [P.CanCreateUser],
    recent: true,
    outside: true,
    event: memberAdded,
    input: z.object({ username: NewUsername, firstName: PersonName, lastName: PersonName, reason: Reason }),
    answer: one(OneTimePassword, { once: true }),
    refusals: { exists: [409, 'There is already an account with this user name.'] },
  }),
  disableAccount: write({
    ...onAccount,
    about: 'Disable a staff account; its sessions end at once.',
    at: onAccount.at('DisableStaffAccount'),
    needs: [P.CanDeleteUser],
    recent: true,
    event: memberDisabled,
    answer: one(StaffAccount),
    refusals: { gone, ownAccount, holdsMore, lastAdministrator },
  }),
  enableAccount: write({
    ...onAccount,
    about: 'Enable a disabled staff account.',
    at: onAccount.at('EnableStaffAccount'),
    needs: [P.CanDeleteUser],
    recent: true,
    event: memberEnabled,
    answer: one(StaffAccount),
    refusals: { gone, ownAccount, holdsMore },
  }),
  unlockAccount: write({
    ...onAccount,
    about: 'Lift the lock of a staff account and forget its failed attempts.',
    at: onAccount.at('UnlockStaffAccount'),
    needs: [P.CanUnlockUsers],
    event: memberUnlocked,
    answer: one(StaffAccount),
    refusals: { gone, notLocked: [304, 'User not locked. No action taken.'] },
  }),
  resetPassword: write({
    ...onAccount,
    about: 'Give a staff account a new password that is shown once; its sessions end.',
    at: onAccount.at('ResetStaffPassword'),
    needs: [P.CanResetPassword],
    recent: true,
    outside: true,
    event: passwordSet,
    answer: one(OneTimePassword, { once: true }),
    refusals: { gone, ownAccount, holdsMore },
  }),
  removeSecondFactor: write({
    ...onAccount,
    about: 'Remove the second factor of a person who has lost it; its sessions end.',
    at: onAccount.at('RemoveStaffSecondFactor'),
    needs: [P.CanResetPassword],
    recent: true,
    event: factorRemoved,
    answer: nothing(),
    refusals: { gone, ownAccount, holdsMore, none: [304, 'This person has no second factor.'] },
  }),
  ownNotices: read({
    about: 'What others did to one’s own account, until it is dismissed; the latest 20, newest first.',
    at: command('/api/user/request', 'ListMyAccountNotices'),
    access: 'session',
    input: z.object({}),
    answer: many(AccountNotice),
  }),
  dismissNotices: write({
    about: 'Dismiss the notices that were read: one and all before it.',
    at: command('/api/user/request', 'DismissMyAccountNotices'),
    access: 'session',
    event: noticesRead,
    input: z.object({
      upTo: z
        .int('upTo must be the number of a notice.')
        .positive('upTo must be the number of a notice.')
        .describe('Number of the newest notice that was read.'),
    }),
    answer: nothing(),
    refusals: { none: [2, 'There is nothing to dismiss.'] },
  }),
})
