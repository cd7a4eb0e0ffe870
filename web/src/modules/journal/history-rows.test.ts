import { allEvents } from '@agency-support/contract'
import type { JournalEntry } from '@agency-support/contract/modules/journal'
import { expect, test } from 'vitest'
import { historyRows } from './history-rows.ts'
import { describeEntry } from './history-sentence.ts'
import { isOfAgency } from './history-words.ts'

let lastId = 0
function entry(event: string, given: Partial<JournalEntry> = {}): JournalEntry {
  lastId += 1
  const blank = { subject: null, before: null, after: null, reason: null, sessionId: null, requestId: null }
  const who = { actorKind: 'staff', actor: 'Ada' } as const
  return { id: lastId, at: '2026-11-20T09:00:00Z', agencyId: 6938, event, ...who, ...blank, ...given }
}
const bySoftware = { actorKind: 'agency', actor: '00006938' } as const
const texts = (entries: readonly JournalEntry[]) => historyRows(entries).map(({ text }) => text)

test('an event is one sentence in the words of people', () => {
  const entries = [
    entry('agencyUsers.unlocked', { subject: 'NCO' }),
    entry('agencies.statusChanged', { before: { status: 2 }, after: { status: 4 } }),
    entry('agencies.detailsChanged', {
      before: { poolId: 3, regionId: 2 },
      after: { poolId: 7, regionId: 3 },
    }),
    entry('agencyFiles.received', {
      ...bySoftware,
      subject: 'error.log',
      after: { type: 'log', size: 409_600 },
    }),
    entry('agencyFiles.received', {
      ...bySoftware,
      subject: 'a.json',
      after: { type: 'client', clientId: '12345678', location: 4, size: 2_000 },
    }),
    entry('agencies.factsReported', {
      ...bySoftware,
      before: { version: '5.4.2' },
      after: { version: '5.5.0' },
    }),
    entry('session.signedIn', { agencyId: null, subject: 'Ada' }),
    entry('staff.permissionsChanged', {
      agencyId: null,
      subject: 'bob@support.test',
      before: { permissions: '2000, 2005' },
      after: { permissions: '2000, 2006' },
    }),
    entry('an.olderEvent', { subject: 'something' }),
  ]
  expect(entries.map((one) => describeEntry(one))).toEqual([
    'Ada unlocked NCO',
    'Ada changed the status from Online to Retention',
    'Ada changed pool 3 → 7, region Central → East',
    'error.log received, 410 kB',
    'Client 12345678 received for Search, 2.0 kB',
    "The agency's software reported version 5.4.2 → 5.5.0",
    'Ada signed in',
    'Ada changed the permissions of bob@support.test: gave 2006 and took 2005',
    'Ada · an.olderEvent: something',
  ])
})

test('the life of a command is one row, where its newest entry stands', () => {
  const subject = 'Command 12: log all'
  const other = { subject: 'Command 13: count' }
  const rows = historyRows([
    entry('agencyCommands.finished', { ...bySoftware, subject, after: { commandState: 'failed', files: 1 } }),
    entry('agencyUsers.unlocked', { subject: 'NCO' }),
    entry('agencyCommands.cancelled', other),
    entry('agencyCommands.acknowledged', { ...bySoftware, subject }),
    entry('agencyCommands.queued', other),
    entry('agencyCommands.queued', { subject }),
  ])
  expect(rows.map(({ text, entries }) => [text, entries.length])).toEqual([
    ['Ada ordered Log, All Logs: failed, 1 file', 3],
    ['Ada unlocked NCO', 1],
    ['Ada ordered Count: cancelled by Ada', 2],
  ])
})

test('without what the software reported a command is not said to be queued again, which it may not be any more', () => {
  const subject = 'Command 12: count '
  const again = entry('agencyCommands.requeued', { subject, actorKind: 'system', actor: 'commands' })
  const queued = entry('agencyCommands.queued', { subject })
  expect(texts([again, queued])).toEqual(['Ada ordered Count: queued again'])
  expect(historyRows([again, queued], false).map(({ text }) => text)).toEqual(['Ada ordered Count'])
  expect(historyRows([again], false).map(({ text }) => text)).toEqual(['Count: queued again'])
})

test('what the software reported in a row is one row; people’s acts, other kinds and other agencies stay apart', () => {
  const file = { ...bySoftware, subject: 'a.log', after: { type: 'log', size: 1_000 } }
  const received = () => entry('agencyFiles.received', file)
  const rename = () => entry('agencies.renamed', { before: { name: 'A' }, after: { name: 'B' } })
  const elsewhere = entry('agencyUsers.reported', { ...bySoftware, agencyId: 8951, after: { users: 3 } })
  const users = () => entry('agencyUsers.reported', { ...bySoftware, after: { users: 3 } })
  expect(
    texts([received(), received(), rename(), rename(), received(), users(), users(), elsewhere]),
  ).toEqual([
    '2 files received, 2.0 kB',
    'Ada changed the name from A to B',
    'Ada changed the name from A to B',
    'a.log received, 1.0 kB',
    'Users reported, 2 times',
    'Users reported: users 3',
  ])
})

test('only events that can be an agency’s are offered', () => {
  const offered = [...allEvents.keys()].filter(isOfAgency)
  for (const name of ['agencies.renamed', 'agencyKeys.revoked', 'seats.released'])
    expect(offered).toContain(name)
  for (const name of [
    'journal.exported',
    'staff.permissionsChanged',
    'agencies.importRun',
    'session.signedIn',
  ])
    expect(offered).not.toContain(name)
})
