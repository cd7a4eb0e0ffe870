import type { FieldValues, JournalEntry } from '@agency-support/contract/modules/journal'
import { formatInstant } from '@agency-support/contract/rules/instant-format'
import { expect, test } from 'vitest'
import { readCommand, describeCommand, describeEntry, describeEntries } from './history-sentence.ts'

const entry = (event: string, given: Partial<JournalEntry> = {}): JournalEntry => ({
  id: 1,
  at: '2026-11-20T09:00:00Z',
  actorKind: 'staff',
  actor: 'Ada',
  agencyId: 6938,
  event,
  subject: null,
  before: null,
  after: null,
  reason: null,
  sessionId: null,
  requestId: null,
  ...given,
})
const change = (before: FieldValues | null, after: FieldValues): Partial<JournalEntry> => ({ before, after })
const expires = '2026-11-20T11:00:00.000Z'

test.each<[string, Partial<JournalEntry>, string]>([
  ['agencies.renamed', change({ name: 'Lee' }, { name: 'Ann' }), 'changed the name from Lee to Ann'],
  ['agencies.renamed', change({ name: null }, { name: '' }), 'changed the name from none to none'],
  ['agencies.renamed', {}, 'changed the name from none to none'],
  ['agencies.statusChanged', change({ status: 1 }, { status: 9 }), 'changed the status from Onboarding to 9'],
  [
    'agencies.storageModeChanged',
    change({ storageMode: 0 }, { storageMode: 2 }),
    'changed the storage mode from Agency to Pool then Agency',
  ],
  ['agencies.storageSetupRetried', {}, 'restarted the storage setup'],
  ['agencies.detailsChanged', change({ poolId: 3 }, { poolId: null }), 'changed pool 3 → none'],
  [
    'agencies.detailsChanged',
    change({ regionId: 0 }, { regionId: 9, agencyType: 1, onboardingStatus: 4 }),
    'changed region Northwest → 9, agency type none → Kotter, onboarding status none → Synchronized',
  ],
  [
    'agencies.detailsChanged',
    change({ domains: 5 }, { domains: 0 }),
    'changed domains Search, Vendor → None',
  ],
  [
    'agencies.imported',
    change(null, { onboardingStatus: 55, isOnline: true, isCloud: false }),
    'changed onboarding status 55, is online yes, is cloud no by import',
  ],
  ['agencies.added', {}, 'created the agency'],
  ['agencyKeys.issued', {}, 'issued an agency key'],
  ['agencyKeys.rotated', {}, 'rotated the agency key'],
  ['agencyKeys.revoked', {}, 'revoked the agency key'],
  ['agencyFiles.tokenDeleted', {}, 'deleted the multifolder token file'],
  ['agencyFiles.downloaded', { after: { type: 'log', file: 'a.log' } }, 'downloaded a.log'],
  ['agencyFiles.downloaded', {}, 'downloaded a file'],
  ['agencyUsers.unlocked', {}, 'unlocked a user'],
  [
    'agencyUsers.superUserCreated',
    { subject: '--0', after: { expires } },
    `created temporary user --0 until ${formatInstant(expires, 'MM/DD/YYYY HH:mm:ss')}`,
  ],
  ['agencyUsers.superUserCreated', {}, 'created temporary user  until its end'],
  ['agencyUsers.superUserRevoked', { subject: '--0' }, 'ended temporary user --0'],
  ['agencyUsers.superUserRevoked', {}, 'ended temporary user '],
  ['seats.released', { subject: 'ABC' }, 'released the seat of ABC'],
  ['seats.released', {}, 'released the seat of a user'],
  [
    'seats.requestStatusSet',
    { subject: 'Request 7', before: { requestStatus: 'To-Do' }, after: { requestStatus: 'Done' } },
    'set Request 7 from To-Do to Done',
  ],
  ['seats.requestStatusSet', {}, 'set  from none to none'],
])('%s with %j is described as what somebody did', (event, given, did) => {
  expect(describeEntry(entry(event, given))).toBe(`Ada ${did}`)
  expect(describeEntry(entry(event, { ...given, actorKind: 'system', actor: 'import' }))).toBe(
    `import ${did}`,
  )
})

test('a failed sign-in is told of whose account it was, which the server does not know as the actor', () => {
  const failed = (subject: string | null) =>
    describeEntry(entry('session.signInFailed', { actorKind: 'system', actor: 'sign-in', subject }))
  expect(failed('lee@support.test')).toBe('lee@support.test failed to sign in')
  expect(failed(null)).toBe('Somebody failed to sign in')
})

test('a field that reads the same before and after is not told', () => {
  const deleted = { subject: 'a@b.test', ...change({ accountId: '', isAdmin: true }, { isAdmin: false }) }
  expect(describeEntry(entry('esignature.accountDeleted', deleted))).toBe(
    'Ada · E-signature account deleted: a@b.test, is admin yes → no',
  )
})

test('a status reads as the module of the event calls it', () => {
  const toggled = change({ productKey: 5, status: 1 }, { productKey: 5, status: 0 })
  expect(describeEntry(entry('texting.productStatusChanged', toggled))).toBe(
    'Ada · Product status changed: status Pending → Enabled',
  )
  const removed = change({ tcrNumber: 'C1', status: 0 }, { tcrNumber: null, status: 1 })
  expect(describeEntry(entry('texting.tcrRemoved', removed))).toBe(
    'Ada · TCR number removed: tcr number C1 → none, status Enabled → Pending',
  )
  expect(describeEntry(entry('esignature.reported', change(null, { status: 1 })))).toMatch(/ status 1$/)
})

test('an instant is told in the zone of the screen', () => {
  const extended = { subject: 'JYA', ...change({ codeExpiration: null }, { codeExpiration: expires }) }
  expect(describeEntry(entry('marketplace.registrationExtended', extended), 'America/New_York')).toBe(
    'Ada · Registration reactivated: JYA, code expiration none → 11/20/2026 06:00:00',
  )
})

test.each<[string, Partial<JournalEntry>, string]>([
  [
    'agencyFiles.received',
    { after: { type: 'client', clientId: '17', location: 0, size: 999 } },
    'Client 17 received for Client File, 999 B',
  ],
  ['agencyFiles.received', { subject: 'a.log', after: { type: 'log' } }, 'a.log received, 0 B'],
  ['agencyFiles.received', {}, 'File received, 0 B'],
  ['agencyFiles.errorsReported', change({ syncErrors: 3 }, { syncErrors: 0 }), 'Sync errors 3 → 0'],
  ['agencyFiles.errorsReported', {}, 'Sync errors none → none'],
  [
    'agencies.factsReported',
    change(null, { version: '5.5.0' }),
    "The agency's software reported version 5.5.0",
  ],
])('%s with %j is described as what arrived', (event, given, sentence) => {
  expect(describeEntry(entry(event, { ...given, actorKind: 'agency', actor: '00006938' }))).toBe(sentence)
})

test('what has no sentence of its own is described by its label, of a provider with its name', () => {
  const by = (actorKind: JournalEntry['actorKind']) =>
    describeEntry(entry('agencies.unknown', { actorKind, subject: 'Lee', after: { pool: 3 } }))
  expect(by('agency')).toBe('agencies.unknown: Lee, pool 3')
  expect(by('provider')).toBe('Ada · agencies.unknown: Lee, pool 3')
  expect(by('staff')).toBe('Ada · agencies.unknown: Lee, pool 3')
  expect(describeEntry(entry('agencies.unknown', { subject: '' }))).toBe('Ada · agencies.unknown')
  // What an agency's software tells is never an act of a person, whatever it is called.
  expect(describeEntry(entry('agencies.added', { actorKind: 'agency' }))).toBe('Agency created')
})

test('several reports are one sentence, files with their size', () => {
  const files = [1_000, 2_000].map((size) => entry('agencyFiles.received', { after: { size } }))
  expect(describeEntries([...files, entry('agencyFiles.received')])).toBe('3 files received, 3.0 kB')
  expect(describeEntries([entry('agencies.unknown'), entry('agencies.unknown')])).toBe(
    'agencies.unknown, 2 times',
  )
  expect(describeEntries([])).toBe(', 0 times')
})

test.each([
  ['Command 12: sync 00000017', { commandId: '12', what: 'Sync Clients, 00000017' }],
  ['Command 12: log all', { commandId: '12', what: 'Log, All Logs' }],
  ['Command 12: log other.log', { commandId: '12', what: 'Log, other.log' }],
  ['Command 12: sync all', { commandId: '12', what: 'Sync Clients, all' }],
  ['Command 12: count', { commandId: '12', what: 'Count' }],
  ['Command 12: resendConfig', { commandId: '12', what: 'Resend Config File' }],
  ['Command 12: unlockUser A\nB', { commandId: '12', what: 'Unlock User, A\nB' }],
  ['Command 12: newer 1', { commandId: '12', what: 'newer, 1' }],
  ['Command x: count', undefined],
  ['The Command 12: count', undefined],
  ['', undefined],
  [null, undefined],
])('the subject %j is the command %j', (subject, expected) => {
  expect(readCommand(subject)).toEqual(expected)
})

const queued = entry('agencyCommands.queued')
test.each<[string, Partial<JournalEntry>, string]>([
  ['agencyCommands.acknowledged', {}, 'collected'],
  ['agencyCommands.requeued', {}, 'queued again'],
  ['agencyCommands.expired', {}, 'expired'],
  ['agencyCommands.cancelled', { actor: 'Bob' }, 'cancelled by Bob'],
  ['agencyCommands.finished', { after: { commandState: 'done' } }, 'done'],
  ['agencyCommands.finished', { after: { commandState: 'done', files: 1 } }, 'done, 1 file'],
  [
    'agencyCommands.finished',
    { after: { commandState: 'failed', files: 1 }, reason: 'unknownCommand' },
    'failed, not known to its software, 1 file',
  ],
  ['agencyCommands.finished', { after: { done: '2 of 3', files: 2 } }, 'partly done, 2 of 3, 2 files'],
  ['agencyCommands.finished', { after: { commandState: 'failed', done: '0 of 1' } }, 'failed, 0 of 1'],
  ['agencyCommands.finished', {}, 'none'],
  ['agencyCommands.unknown', {}, 'agencyCommands.unknown'],
])('a command whose newest entry is %s with %j is “%s”', (event, given, state) => {
  expect(describeCommand([entry(event, given), queued], 'Count')).toBe(`Ada ordered Count: ${state}`)
})

test('a command that was only queued has no state, and one whose order is not known no person', () => {
  expect(describeCommand([queued], 'Count')).toBe('Ada ordered Count')
  expect(describeCommand([entry('agencyCommands.expired')], 'Count')).toBe('Count: expired')
  expect(describeCommand([], 'Count')).toBe('Count')
})
