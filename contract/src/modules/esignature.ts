import { z } from 'zod'
import { many, nothing, one } from '../answer.ts'
import { moduleCalls, read, listBody, write } from '../call.ts'
import { AgentInstant, Instant } from '../dates.ts'
import { LeftOutEntry } from '../entries.ts'
import { event } from '../event.ts'
import { exactText, lastChange, lineText, ReadVersion, requiredLine, trueOrFalse } from '../fields.ts'
import { AgencyId } from '../ids.ts'
import { OutsideWork, underWayRefusal } from '../outside-work.ts'
import { P } from '../permissions.ts'
import { providerRefusals, unclearChange } from '../provider-refusals.ts'
import { esignatureTexts, maxAccountId, toAddressKey } from '../rules/esignature.ts'
import { command, post } from '../wire.ts'
import { reportEvents } from './agency-reports.ts'

/** A user of an agency who may sign electronically (spec-001 §3). */
export const RegisteredUser = z.object({
  emailAddress: z.string().describe('Address; the user is known by it in any case of letters.'),
  userInitials: z.string().describe('Initials at the agency; empty when unknown.'),
  isAdmin: z.boolean().describe('True for an administrator of the group.'),
  isValidated: z.boolean().describe('True once the user has confirmed the address.'),
  dateCreated: Instant.describe('When the user was registered.'),
  accountId: z.string().describe('Id of the account at Formstack; empty when there is none.'),
  version: z.int().describe('Counts changes of the account id; a write sends back the one it read.'),
})
export type RegisteredUser = z.infer<typeof RegisteredUser>

/** Work in progress at Formstack after a cancellation or cleanup. */
export const EsignatureWork = z.object({
  kind: z.enum(['close', 'cleanup']).describe('Making accounts inactive, or removing them.'),
  left: z.int().nullable().describe('Accounts still to be changed; null before Formstack was asked.'),
  total: z.int().nullable().describe('Accounts in all; null before Formstack was asked.'),
  state: OutsideWork,
})
export type EsignatureWork = z.infer<typeof EsignatureWork>

/** An agency's e-signature subscription (spec-001 §3). */
export const EsignatureDetails = z.object({
  subscribed: z.boolean().describe('True while the agency may sign.'),
  subscriptionDate: Instant.describe(
    'When it subscribed or, when cancelled, cancelled; 0001-01-01 for never.',
  ),
  groupId: z
    .string()
    .describe('Its group at Formstack, kept after a cancellation; empty when none is known.'),
  registeredUsers: z.array(RegisteredUser).describe('Without account id first, then by address.'),
  works: z.array(EsignatureWork).describe('What is under way at Formstack; empty when nothing is.'),
})
export type EsignatureDetails = z.infer<typeof EsignatureDetails>

/** An account of a group at Formstack (spec-001 §3). */
export const FormstackUser = z.object({
  id: z.string().describe('Account id.'),
  email: z.string().describe('Address.'),
  active: z.boolean().describe('True while it may be used.'),
  admin: z.boolean().describe('True for an administrator.'),
  activated: Instant.nullable().describe('When it was made active; null when unknown.'),
  deactivated: Instant.nullable().describe('When it was made inactive; null when it was not.'),
  created: Instant.nullable().describe('When it was made; null when unknown.'),
})
export type FormstackUser = z.infer<typeof FormstackUser>

/** A group at Formstack (spec-001 §3). */
export const FormstackGroup = z.object({
  startDate: Instant.nullable().describe('Since when it may be used; null when unknown.'),
  active: z.boolean().describe('True while it may be used.'),
  id: z.string().describe('Group id.'),
  users: z.array(FormstackUser).describe('Its accounts.'),
})
export type FormstackGroup = z.infer<typeof FormstackGroup>

/** A line of the audit log (spec-001 §3). */
export const EsignatureLogEntry = z.object({
  username: z.string().describe('Who did it.'),
  ts: Instant,
  userType: z.string().describe('Staff or Agency.'),
  json: z.string().describe('Text of a JSON object with EmailAddress.'),
})
export type EsignatureLogEntry = z.infer<typeof EsignatureLogEntry>

/** The event name for which the audit log is requested. */
export const deleteAccountEvent = 'DeleteAccount'

/** Limits of one report: its events, the users of one list, and those of all its lists together. */
const maxEvents = 500
const maxUsers = 1_000
const maxReportUsers = 5_000
/** Maximum body of a report: everything within the limits fits. */
const eventsBody = listBody(maxEvents, 404) + listBody(maxReportUsers, 314)

const formstackRefusals = providerRefusals('Formstack')

const Email = (what: string) =>
  requiredLine(what, 254).describe('Address; any case of letters means the same user.')
const GroupId = lineText('groupId', 50).min(1, esignatureTexts.invalidGroup).describe('Group at Formstack.')
const AccountId = lineText('newId', maxAccountId)
  .min(1, esignatureTexts.accountIdRequired)
  .describe('Account at Formstack.')

const User = z.object({ agencyId: AgencyId, email: Email('email') })
const noUser = [2, 'User not found'] as const

const StaleAccount = z.object({
  ...lastChange,
  current: RegisteredUser.describe('The user as stored now.'),
})

const EventId = requiredLine('id', 100).describe(
  'Number of the event, given by the software; sent again it changes nothing.',
)
const common = { id: EventId, at: AgentInstant.describe('When it happened, by the clock of the agency.') }

const ReportedUser = z.object({
  emailAddress: Email('emailAddress'),
  userInitials: lineText('userInitials', 10).default('').describe('Initials at the agency.'),
  isAdmin: trueOrFalse('isAdmin').describe('True for an administrator.'),
  isValidated: trueOrFalse('isValidated').describe('True once the address is confirmed.'),
  dateCreated: AgentInstant.describe('When the user was registered.'),
  accountId: lineText('accountId', maxAccountId)
    .default('')
    .describe('Account at Formstack; taken where none is known here.'),
})

/** An e-signature event reported by an agency's software. */
const EsignatureEvent = z.discriminatedUnion(
  'kind',
  [
    z.object({
      ...common,
      kind: z.literal('subscribed').describe('The agency has subscribed.'),
      groupId: GroupId,
      emailAddress: Email('emailAddress').describe('Who subscribed.'),
    }),
    z.object({
      ...common,
      kind: z.literal('cancelled').describe('The agency has cancelled.'),
      emailAddress: Email('emailAddress').describe('Who cancelled.'),
    }),
    z.object({
      ...common,
      kind: z.literal('users').describe('Who is registered.'),
      users: z
        .array(ReportedUser)
        .max(maxUsers, `A list holds at most ${maxUsers} users.`)
        .refine(
          (users) => new Set(users.map((user) => toAddressKey(user.emailAddress))).size === users.length,
          'A list names every address once.',
        )
        .describe('All registered users; who is missing is gone.'),
    }),
  ],
  'kind must be subscribed, cancelled or users.',
)
export type EsignatureEvent = z.infer<typeof EsignatureEvent>

/** Events for the end of work at Formstack. */
export const esignatureEvents = [
  event('esignature.accountsClosed', 'Formstack accounts closed'),
  event('esignature.accountsRemoved', 'Formstack accounts removed'),
] as const

const path = '/api/request'

export const esignature = moduleCalls('esignature', {
  details: read({
    about: 'The e-signature subscription of an agency and its registered users.',
    at: command(path, 'GetESignatureAgencyDetails'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: one(EsignatureDetails),
  }),
  group: read({
    about: 'A group at Formstack with its accounts, asked live.',
    at: command(path, 'GetFormstackGroupDetails'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId, groupId: GroupId }),
    answer: one(FormstackGroup),
    refusals: { noGroup: [2, esignatureTexts.invalidGroup], ...formstackRefusals },
  }),
  setAccountId: write({
    about: 'Set the account id of a registered user; Formstack is not asked.',
    at: command(path, 'SetESignatureEmailsFormstackId'),
    access: 'staff',
    needs: [P.CanEditFormstackIds],
    event: event('esignature.accountIdSet', 'E-signature account id set'),
    input: User.extend({ newId: AccountId, version: ReadVersion }),
    answer: one(RegisteredUser),
    refusals: {
      noUser,
      taken: [
        409,
        'This account id belongs to {email}.',
        z.object({ email: z.string().describe('Whose it is.') }),
      ],
      stale: [409, '{changedBy} changed this account id at {changedAt}.', StaleAccount],
    },
  }),
  deleteAccount: write({
    about: 'Remove the account of a registered user at Formstack and then the user here.',
    at: command(path, 'DeleteEsignatureAccount'),
    access: 'staff',
    needs: [P.CanManageFormstack],
    outside: true,
    event: event('esignature.accountDeleted', 'E-signature account deleted'),
    input: User,
    answer: nothing(),
    refusals: {
      noUser,
      others: [
        409,
        'The account {accountId} belongs to {email} at Formstack. Correct the account id first.',
        z.object({
          accountId: z.string().describe('The account id of the user here.'),
          email: z.string().describe('Whose it is at Formstack.'),
        }),
      ],
      ...formstackRefusals,
      ...unclearChange('Formstack', 'The account may be removed there: delete it again to be sure.'),
    },
  }),
  cancel: write({
    about: 'Cancel the e-signature subscription of an agency; its accounts at Formstack follow.',
    at: command(path, 'ESignatureCancelAgencySubscription'),
    access: 'staff',
    needs: [P.CancelAgencySubscription],
    recent: true,
    event: event('esignature.cancelled', 'E-signature cancelled'),
    input: z.object({ agencyId: AgencyId }),
    answer: nothing(),
    refusals: { notSubscribed: [2, esignatureTexts.notSubscribed], underWay: underWayRefusal },
  }),
  cleanup: write({
    about: 'Take the registered users of a cancelled subscription out of the list; their accounts follow.',
    at: command(path, 'ESignatureCleanupAgencySubscription'),
    access: 'staff',
    needs: [P.CancelAgencySubscription],
    recent: true,
    event: event('esignature.cleanedUp', 'E-signature cleaned up'),
    input: z.object({ agencyId: AgencyId }),
    answer: nothing(),
    refusals: {
      noUsers: [2, 'There are no registered users.'],
      subscribed: [422, 'The agency is subscribed. Cancel the subscription first.'],
      underWay: underWayRefusal,
    },
  }),
  setProcessed: write({
    about: 'Mark a purchase or cancellation of e-signature as processed by billing, or as not.',
    at: command(path, 'SetESignatureBillingRecordProcessed'),
    access: 'staff',
    event: event('esignature.recordProcessed', 'Billing record marked'),
    input: z.object({
      agencyId: AgencyId,
      recordId: z
        .int('recordId must be the number of a billing record.')
        .min(1, 'recordId must be the number of a billing record.')
        .describe('The subscription event.'),
      newValue: trueOrFalse('newValue').describe('True once billing has processed it.'),
      version: ReadVersion,
    }),
    answer: nothing(),
    refusals: {
      noRecord: [2, 'Billing record not found'],
      stale: [
        409,
        '{changedBy} changed this mark at {changedAt}.',
        z.object({
          ...lastChange,
          isProcessed: z.boolean().describe('What it is now.'),
          version: z.int().describe('The version it has now.'),
        }),
      ],
    },
  }),
  userLogs: read({
    about: 'The last 1000 deleted e-signature accounts of an agency, newest first.',
    at: command(path, 'GetEsignatureUserLogs'),
    access: 'staff',
    needs: [P.CanManageFormstack],
    input: z.object({
      agencyId: AgencyId,
      eventName: exactText('eventName', 100).describe(`${deleteAccountEvent}; anything else has no entries.`),
    }),
    answer: many(EsignatureLogEntry),
  }),
  report: write({
    about: 'An agency’s software reports who subscribed, cancelled and is registered for e-signature.',
    at: post('/agent/v1/esignature'),
    access: 'agent',
    maxBody: eventsBody,
    event: [event('esignature.reported', 'E-signature reported'), ...reportEvents],
    judged: { list: 'events', noun: 'events' },
    input: z.object({
      events: z
        .array(EsignatureEvent)
        .max(maxEvents, `A report holds at most ${maxEvents} events.`)
        .refine(
          (events) =>
            events.reduce((sum, one) => sum + (one.kind === 'users' ? one.users.length : 0), 0) <=
            maxReportUsers,
          `A report holds at most ${maxReportUsers} users.`,
        )
        .describe(
          `In any order; an older list of users does not replace a newer one. All lists together hold at most ${maxReportUsers} users.`,
        ),
    }),
    answer: many(LeftOutEntry),
  }),
})
