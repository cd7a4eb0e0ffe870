import { mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '../../test/until.ts'
import { checkFolders, prepareFolders } from '../settings/file-folders.ts'
import { type FileSettings, folderSettings } from '../settings/files.ts'
import { OwnProcess, type ProcessSources } from './own-process.ts'

// A spy stands in for a disk that hangs; elsewhere the real check runs.
vi.mock('../settings/file-folders.ts', { spy: true })

const startedAt = new Date('2026-11-20T09:00:00Z')
let folder: string
let files: FileSettings
let own: OwnProcess
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agency-support-own-'))
  files = folderSettings(join(folder, 'files'))
  own = new OwnProcess({ build: 'b1', startedAt })
})
afterEach(async () => {
  own.stop()
  await rm(folder, { recursive: true, force: true })
})

const answers = { seconds: 300, all: 9, unavailable: 2, failed: 1, last: [] }
const sources = (kept = files): ProcessSources => ({
  files: kept,
  breakers: new Map([
    ['Bandwidth', { facts: { state: 'open', askedAt: startedAt, answeredAt: undefined, failures: 5 } }],
  ]),
  tasks: [
    { name: 'journal.seal', everyMs: 5_000, doneAt: startedAt, failedAt: null },
    { name: 'files.retention', everyMs: 600_000, doneAt: null, failedAt: startedAt },
  ],
  isReadOnly: () => true,
  readPools: () => [{ pool: 'read', total: 5, idle: 3, waiting: 1 }],
  readAnswers: () => answers,
  countLiveStreams: () => 4,
  countTextingConnections: () => 6,
  countCalls: () => 7,
  readCallLimit: () => 400,
})

test('a process is known by its host, its number and its build, and each start by an id of its own', () => {
  expect(own).toMatchObject({ host: hostname(), pid: process.pid, build: 'b1', startedAt })
  expect(own.processId).toMatch(/^[0-9a-f-]{36}$/)
  expect(new OwnProcess({ build: 'b1', startedAt }).processId).not.toBe(own.processId)
})

test('before the server is put together there are no figures', async () => {
  await expect(own.read()).rejects.toThrow('the server has not been assembled yet')
})

test('its figures are those of its parts', async () => {
  await prepareFolders(files)
  own.attach(sources())
  own.clockApartMs = -12
  const figures = await own.read()
  expect(figures).toEqual({
    memoryBytes: expect.any(Number),
    eventLoopMs: null,
    clockApartMs: -12,
    pools: [{ pool: 'read', busy: 2, idle: 3, waiting: 1 }],
    calls: { underWay: 7, max: 400 },
    liveStreams: 4,
    textingConnections: 6,
    answers,
    readOnly: true,
    providers: [
      {
        provider: 'Bandwidth',
        state: 'open',
        askedAt: startedAt.toISOString(),
        answeredAt: null,
        failures: 5,
      },
    ],
    tasks: [
      { name: 'journal.seal', everySeconds: 5, doneAt: startedAt.toISOString(), failedAt: null },
      { name: 'files.retention', everySeconds: 600, doneAt: null, failedAt: startedAt.toISOString() },
    ],
    storage: {
      store: 'folder',
      usable: true,
      freeBytes: expect.any(Number),
      totalBytes: expect.any(Number),
    },
  })
  expect(figures.memoryBytes).toBeGreaterThan(10_000_000)
  const { freeBytes, totalBytes } = figures.storage
  // At least the blocks of the smallest disk, and never more free than there are.
  expect(totalBytes).toBeGreaterThan(1_000_000)
  expect(freeBytes).toBeLessThanOrEqual(totalBytes ?? 0)
})

test('a folder that is gone is reported as not usable, without figures of its disk', async () => {
  own.attach(sources())
  const none = { usable: false, freeBytes: null, totalBytes: null }
  expect((await own.read()).storage).toEqual({ store: 'folder', ...none })
  const azure = { in: 'azure', poolConnection: '', agencyConnections: folder } as const
  own.attach(sources({ kept: azure, spool: join(folder, 'nothing') }))
  expect((await own.read()).storage).toEqual({ store: 'azure', ...none })
  own.attach(sources({ kept: azure, spool: folder }))
  expect((await own.read()).storage).toMatchObject({ store: 'azure', usable: true })
})

test('a folder that hangs is looked at once, however often the figures are read', async () => {
  const hanging = Promise.withResolvers<void>()
  const checking = vi.mocked(checkFolders).mockReturnValue(hanging.promise)
  const before = checking.mock.calls.length
  own.attach(sources())
  for (let times = 0; times < 2; times += 1)
    expect((await own.read()).storage).toMatchObject({ usable: false, freeBytes: null })
  expect(checking.mock.calls.length - before).toBe(1)
  await prepareFolders(files)
  checking.mockRestore()
  hanging.resolve()
  await until('it is usable', async () => (await own.read()).storage.usable)
})

test('how late the event loop runs is measured from one look to the next', async () => {
  const late = async (): Promise<number | null> => {
    own.endDelaySpan()
    return (await own.read()).eventLoopMs
  }
  own.attach(sources())
  expect(await late()).toBeNull()
  // Twice, because the first of its timers after the end of a span measures nothing yet.
  for (let times = 0; times < 2; times += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150)
    // Timers run between two immediates.
    await setImmediate()
    await setImmediate()
  }
  const latest = await late()
  expect(latest).toBeGreaterThan(50)
  expect(latest).toBeLessThan(60_000)
  own.stop()
  own.endDelaySpan()
  expect(await late()).toBeNull()
})
