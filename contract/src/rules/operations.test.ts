import { expect, test } from 'vitest'
import type { OperationsFacts, ProcessFigures, ServingProcess } from '../modules/operations.ts'
import { findProblems, hasFailed, isLate, isSilent, taskLabels } from './operations.ts'

const now = '2026-11-23T12:00:00.000Z'
const ago = (seconds: number): string => new Date(Date.parse(now) - seconds * 1_000).toISOString()
const sendGrid = { provider: 'SendGrid', askedAt: ago(9), answeredAt: null, failures: 5 }
const figures: ProcessFigures = {
  memoryBytes: 1,
  eventLoopMs: 200,
  clockApartMs: 2_000,
  pools: [{ pool: 'read', busy: 1, idle: 1, waiting: 0 }],
  calls: { underWay: 299, max: 400 },
  liveStreams: 0,
  textingConnections: 0,
  answers: { seconds: 300, all: 9, unavailable: 0, failed: 0, last: [] },
  readOnly: false,
  providers: [{ ...sendGrid, state: 'closed' }],
  tasks: [{ name: 'retention', everySeconds: 600, doneAt: ago(1_860), failedAt: null }],
  storage: { store: 'folder', usable: true, freeBytes: 5 * 1024 ** 3, totalBytes: 9e12 },
}
const serving: ServingProcess = {
  processId: '00000000-0000-4000-8000-000000000001',
  host: 'one',
  pid: 7,
  build: 'b7',
  startedAt: ago(9_000),
  reportedAt: now,
  figures,
}
const facts: OperationsFacts = {
  checkedAt: now,
  answeredBy: serving.processId,
  processes: [serving],
  database: {
    version: '18.4',
    sizeBytes: 1,
    connections: 89,
    maxConnections: 100,
    isReplica: false,
    migration: '037.sql',
    migratedAt: now,
    replicas: [{ name: 'second', state: 'streaming', lagSeconds: 60 }],
  },
  queues: {
    commands: { queued: 9, reachable: 1, oldestAt: ago(9_000), oldestReachableAt: ago(299) },
    work: { open: 1, failing: 0, oldestAt: ago(9_000), overdueAt: ago(119) },
  },
  journal: { seals: 9, sealedAt: now, lagSeconds: 300 },
  software: { known: 2, connected: 1 },
}
const of = (change: Partial<OperationsFacts>): string[] =>
  findProblems({ ...facts, ...change }).map(({ weight, says }) => `${weight}: ${says}`)
const withFigures = (change: Partial<ProcessFigures>): Partial<OperationsFacts> => ({
  processes: [{ ...serving, figures: { ...figures, ...change } }],
})
const ofProcess = (change: Partial<ProcessFigures>): string[] => of(withFigures(change))

test('what is at its limit is no problem', () => {
  expect(findProblems(facts)).toEqual([])
})

const { database, queues } = facts
test.each([
  [{ database: null }, 'warn: The state of the database could not be read.'],
  [{ processes: null }, 'warn: The list of processes could not be read.'],
  [{ queues: null }, 'warn: The queues could not be read.'],
  [{ journal: null }, 'warn: The seals of the journal could not be read.'],
  [{ software: null }, 'warn: How many agencies’ software is connected could not be read.'],
  [{ database: { ...database, connections: 90 } }, 'warn: 90 of 100 connections of the database are in use.'],
  [{ database: { ...database, isReplica: true } }, 'bad: The database is a replica and accepts no changes.'],
  [
    { database: { ...database, replicas: [{ name: null, state: null, lagSeconds: 61 }] } },
    'warn: The standby of the database is 61 s behind.',
  ],
  [
    { queues: { ...queues, commands: { ...queues?.commands, oldestReachableAt: ago(300) } } },
    'warn: A command for connected software was queued 5 min ago.',
  ],
  [
    { queues: { ...queues, work: { ...queues?.work, overdueAt: ago(120) } } },
    'bad: Work at a provider was due 2 min ago, and no process carries it out.',
  ],
  [
    { queues: { ...queues, work: { ...queues?.work, failing: 2 } } },
    'warn: The last try of 2 tasks at providers failed.',
  ],
  [
    { queues: { ...queues, work: { ...queues?.work, failing: 1 } } },
    'warn: The last try of one task at providers failed.',
  ],
  [
    { journal: { seals: 9, sealedAt: now, lagSeconds: 301 } },
    'bad: The oldest unsealed journal entry is 5 minutes old.',
  ],
] as const)('%j is reported', (change, sentence) => {
  expect(of(change as Partial<OperationsFacts>)).toEqual([sentence])
})

test.each<[Partial<ProcessFigures>, string]>([
  [{ readOnly: true }, 'bad: The database refuses changes (one (7)).'],
  [{ clockApartMs: -2_001 }, 'bad: The clocks of one (7) and of the database are 2.0 s apart.'],
  [{ eventLoopMs: 201 }, 'warn: The event loop of one (7) is 201 ms late.'],
  [
    { answers: { ...figures.answers, failed: 2 } },
    'warn: one (7) failed to answer 2 requests in the last 5 minutes.',
  ],
  [
    { answers: { ...figures.answers, unavailable: 1 } },
    'warn: one (7) answered 1 request with 503 in the last 5 minutes.',
  ],
  [
    { pools: [{ pool: 'write', busy: 1, idle: 0, waiting: 1 }] },
    'warn: 1 request of one (7) waits for a connection of the write pool.',
  ],
  [
    { pools: [{ pool: 'read', busy: 1, idle: 0, waiting: 2 }] },
    'warn: 2 requests of one (7) wait for a connection of the read pool.',
  ],
  [
    { calls: { underWay: 300, max: 400 } },
    'warn: one (7) has 300 calls in progress; at 400 it refuses more.',
  ],
  [
    { providers: [{ ...sendGrid, state: 'halfOpen' }] },
    'warn: SendGrid did not answer the last requests of one (7).',
  ],
  [
    { storage: { ...figures.storage, usable: false, freeBytes: null } },
    'bad: one (7) cannot read or write the folder of the files.',
  ],
  [
    { storage: { ...figures.storage, freeBytes: 5 * 1024 ** 3 - 1 } },
    'warn: Only 5.0 GB are free for the files of one (7).',
  ],
  [
    { tasks: [{ name: 'retention', everySeconds: 600, doneAt: ago(1_861), failedAt: null }] },
    'warn: Deleting data no longer needed is late (one (7)).',
  ],
  [
    { tasks: [{ name: 'made.up', everySeconds: 600, doneAt: ago(9), failedAt: ago(8) }] },
    'warn: made.up failed last time (one (7)).',
  ],
])('%j of a process is reported', (change, sentence) => {
  expect(ofProcess(change)).toEqual([sentence])
})

test('figures that are not known are no problem, and the worst stands first', () => {
  expect(ofProcess({ eventLoopMs: null, clockApartMs: null })).toEqual([])
  expect(ofProcess({ storage: { ...figures.storage, freeBytes: null } })).toEqual([])
  expect(of({ processes: [{ ...serving, figures: null }] })).toEqual([])
  const journal = { seals: 9, sealedAt: now, lagSeconds: 600 }
  const unread = { queues: null, software: null }
  const lines = of({ ...withFigures({ eventLoopMs: 900, readOnly: true }), ...unread, journal })
  expect(lines).toEqual([
    'bad: The oldest unsealed journal entry is 10 minutes old.',
    'bad: The database refuses changes (one (7)).',
    'warn: The queues could not be read.',
    'warn: How many agencies’ software is connected could not be read.',
    'warn: The event loop of one (7) is 900 ms late.',
  ])
})

const { answers, storage } = figures
// What an operator searches for next: an event of the log, a setting, a page, or otherwise what to do.
test.each([
  [{ queues: null }, 'operations.read'],
  [{ database: { ...database, connections: 100 } }, 'POOL_SIZE'],
  [{ database: { ...database, isReplica: true } }, 'DATABASE_URL'],
  [{ database: { ...database, replicas: [{ name: null, state: null, lagSeconds: 99 }] } }, 'network'],
  [{ queues: { ...queues, commands: { ...queues?.commands, oldestReachableAt: ago(900) } } }, 'Command tab'],
  [{ queues: { ...queues, work: { ...queues?.work, overdueAt: ago(900) } } }, 'outsideWork.queue'],
  [{ queues: { ...queues, work: { ...queues?.work, failing: 1 } } }, 'outsideWork.failed'],
  [{ journal: { seals: 9, sealedAt: now, lagSeconds: 999 } }, 'journal.seal'],
  [{ processes: [serving, { ...serving, build: 'b8' }] }, 'docs/operations.md, “Releases”'],
  [{ processes: [{ ...serving, reportedAt: ago(99) }] }, 'Restart it'],
  [withFigures({ readOnly: true }), 'docs/operations.md, “While changes are refused”'],
  [withFigures({ clockApartMs: 9_000 }), 'NTP'],
  [withFigures({ answers: { ...answers, failed: 1 } }), 'request.failed'],
  [withFigures({ answers: { ...answers, unavailable: 1 } }), 'load.shed'],
  [withFigures({ pools: [{ pool: 'read', busy: 1, idle: 0, waiting: 1 }] }), 'POOL_SIZE'],
  [withFigures({ calls: { underWay: 400, max: 400 } }), 'Add a process'],
  [withFigures({ eventLoopMs: 900 }), 'add a process'],
  [withFigures({ providers: [{ ...sendGrid, state: 'open' }] }), 'provider.failed'],
  [withFigures({ storage: { ...storage, usable: false } }), 'mounted'],
  [withFigures({ storage: { ...storage, freeBytes: 0 } }), 'Free some space'],
  [
    withFigures({ tasks: [{ name: 'retention', everySeconds: 1, doneAt: null, failedAt: now }] }),
    'retention',
  ],
] as const)('the fix for %j names %s', (change, named) => {
  const fixes = findProblems({ ...facts, ...(change as Partial<OperationsFacts>) }).map(({ fix }) => fix)
  expect(fixes).toEqual([expect.stringContaining(named)])
})

test('each task has words of its own', () => {
  const labels = Object.values(taskLabels)
  for (const label of labels) expect(label).toMatch(/^[A-Z][a-z]+( [a-z-]+)+$/)
  expect(new Set(labels).size).toBe(labels.length)
})

test('a process that fell silent is reported once, without its old figures, and no more among the builds', () => {
  const silent = { ...serving, build: 'b8', reportedAt: ago(41), figures: { ...figures, readOnly: true } }
  expect(isSilent({ reportedAt: ago(40) }, now)).toBe(false)
  expect(isSilent({ reportedAt: ago(41) }, now)).toBe(true)
  expect(of({ processes: [serving, silent] })).toEqual([
    'warn: The process one (7) has reported no figures since 2026-11-23 11:59:19 UTC.',
  ])
  expect(of({ processes: [serving, { ...silent, reportedAt: now, figures }] })).toEqual([
    'warn: Processes of different builds are serving: b7, b8.',
  ])
})

test('a task has failed when its last run did, and is late after three times its span and a minute', () => {
  expect(hasFailed({ doneAt: null, failedAt: null })).toBe(false)
  expect(hasFailed({ doneAt: null, failedAt: now })).toBe(true)
  expect(hasFailed({ doneAt: now, failedAt: ago(1) })).toBe(false)
  expect(hasFailed({ doneAt: ago(1), failedAt: now })).toBe(true)
  const times = { startedAt: ago(70), reportedAt: now }
  expect(isLate({ everySeconds: 4, doneAt: null }, { ...times, startedAt: ago(72) })).toBe(false)
  expect(isLate({ everySeconds: 4, doneAt: null }, { ...times, startedAt: ago(73) })).toBe(true)
})
