import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { withConnection } from '@agency-support/server/db/connection'
import { migrate } from '@agency-support/server/db/migrate'
import { openDatabase } from '@agency-support/server/db/open'
import { query, statement } from '@agency-support/server/db/query'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { holdDatabase } from '../test/database-holder.ts'
import { makeSmallCheckout } from '../test/small-checkout.ts'
import { databaseAccount } from './account.ts'
import { startSandboxDatabase } from './database.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { readStartTime } from '../../scripts/process-lock.mjs'
import { makeTemporaryDir, removeAbandoned } from './temporary-postgres.ts'
import { type SandboxPaths, getPaths, preparePaths, sharedPath } from './paths.ts'

const account = databaseAccount()
const ordinary = account === undefined ? {} : { uid: account.uid, gid: account.gid }
/** A cluster as the first start leaves it; copied for each test in a tenth of the time that making one takes. */
let made: SandboxPaths
let paths: SandboxPaths

function newPaths(): SandboxPaths {
  const own = getPaths(makeTemporaryDir(), databaseAccount())
  preparePaths(own)
  return own
}

async function remove({ database, data }: SandboxPaths): Promise<void> {
  await stopPostmaster(database)
  rmSync(database, { recursive: true, force: true })
  rmSync(data, { recursive: true, force: true })
}

beforeAll(async () => {
  made = newPaths()
  await (await startSandboxDatabase(made)).stop()
})
afterAll(() => remove(made))
beforeEach(() => {
  paths = newPaths()
  // Unlike Node's cpSync it keeps the owner.
  execFileSync('cp', ['-a', made.database, paths.database])
})
afterEach(() => remove(paths))

const getSocketDir = (url: string) => new URL(url).searchParams.get('host') ?? ''

async function keep(url: string): Promise<void> {
  await withConnection(url, (client) => client.query('create table kept ()'))
}

async function hasKept(url: string): Promise<boolean> {
  const sql = "select to_regclass('kept') is not null as kept"
  return withConnection(
    url,
    async (client) => (await client.query<{ kept: boolean }>(sql)).rows[0]?.kept === true,
  )
}

test('D-18: what was committed is there after PostgreSQL was killed, and a later start needs nobody to clear up', async () => {
  const first = await startSandboxDatabase(paths)
  await keep(first.url)
  process.kill(first.pid, 'SIGKILL')
  await first.ended
  const second = await startSandboxDatabase(paths)
  expect(await hasKept(second.url)).toBe(true)
  await second.stop()
  expect(existsSync(getSocketDir(second.url))).toBe(false)
})

test('D-18: PostgreSQL has a process group of its own, out of reach of Ctrl-C', async () => {
  const server = await startSandboxDatabase(paths)
  const signalWholeGroup = () => process.kill(-server.pid, 0)
  expect(signalWholeGroup).not.toThrow()
  await server.stop()
})

test('D-20: the server that a killed sandbox left running is stopped, and the next one has its data', async () => {
  const orphaned = await holdDatabase(paths.data)
  await keep(orphaned.url)
  orphaned.child.kill('SIGKILL')
  await orphaned.ended
  expect(findPostmaster(paths.database)).toBe(orphaned.pid)

  const next = await startSandboxDatabase(paths)
  expect(readStartTime(orphaned.pid)).toBeUndefined()
  expect(existsSync(getSocketDir(orphaned.url))).toBe(false)
  expect(await hasKept(next.url)).toBe(true)
  await next.stop()
})

test('the socket folder of a killed sandbox that nobody starts again goes with the other temporary ones', async () => {
  const orphaned = await holdDatabase(paths.data)
  orphaned.child.kill('SIGKILL')
  await orphaned.ended
  await stopPostmaster(paths.database)
  await removeAbandoned()
  expect(existsSync(getSocketDir(orphaned.url))).toBe(false)
})

test('D-20: a stale note with the number of some other process neither stops that nor hinders the start', async () => {
  await (await startSandboxDatabase(paths)).stop()
  const lines = [process.pid, paths.database, 0, 5432, '/tmp', '', '', 'ready']
  writeFileSync(join(paths.database, 'postmaster.pid'), `${lines.join('\n')}\n`)
  const server = await startSandboxDatabase(paths)
  expect(findPostmaster(paths.database)).toBe(server.pid)
  await server.stop()
})

/** Breaks the data, and returns the function that repairs it. */
const spoilt: readonly (readonly [what: string, spoil: (folder: string) => () => void, words: RegExp])[] = [
  [
    'whose control file was cut',
    (folder) => {
      const control = join(folder, 'global/pg_control')
      const whole = readFileSync(control)
      truncateSync(control, 100)
      return () => writeFileSync(control, whole)
    },
    /could not read file "global\/pg_control"/,
  ],
  [
    'whose configuration names what is not there',
    (folder) => {
      const settings = join(folder, 'postgresql.conf')
      const before = readFileSync(settings)
      writeFileSync(settings, 'no_such_setting = 1\n')
      return () => writeFileSync(settings, before)
    },
    /no_such_setting/,
  ],
  [
    'that has lost its version',
    (folder) => {
      const version = join(folder, 'PG_VERSION')
      const before = readFileSync(version)
      rmSync(version)
      return () => writeFileSync(version, before)
    },
    /ENOTEMPTY/,
  ],
  [
    'whose disk is full',
    (folder) => {
      const options = join(folder, 'postmaster.opts')
      rmSync(options)
      symlinkSync('/dev/full', options)
      return () => rmSync(options)
    },
    /could not write file "postmaster\.opts": No space left on device/,
  ],
  [
    'that cannot be written',
    (folder) => {
      chmodSync(folder, 0o500)
      return () => chmodSync(folder, 0o700)
    },
    /could not create lock file "postmaster\.pid": Permission denied/,
  ],
]

test.each(spoilt)(
  'a database %s is reported in words, left as it is, and starts when repaired',
  async (_what, spoil, words) => {
    const first = await startSandboxDatabase(paths)
    await keep(first.url)
    await first.stop()
    const repair = spoil(paths.database)
    await expect(startSandboxDatabase(paths)).rejects.toThrow(words)
    repair()
    const second = await startSandboxDatabase(paths)
    expect(await hasKept(second.url)).toBe(true)
    await second.stop()
  },
)

/** Settings that make a commit survive a power failure; a connection may override synchronous_commit. */
const durable = {
  data_sync_retry: 'off',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_sync_method: 'fdatasync',
}

const settingsInForce = statement<[names: readonly string[]], { name: string; value: string }>(
  'settings_in_force',
  'select name, current_setting(name) as value from pg_settings where name = any($1::text[])',
)

test('a commit outlives a power cut as far as settings go: where the server writes none that makes it safe is off', async () => {
  const server = await startSandboxDatabase(paths)
  const database = openDatabase({ url: server.url, poolSize: 1, onError: () => undefined })
  const rows = await database.write
    .transaction()
    .execute((tx) => query(tx, settingsInForce, [Object.keys(durable)]))
  const inForce = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  await database.close()
  await server.stop()
  // The method differs by system; all of them are safe.
  expect(inForce).toEqual({ ...durable, wal_sync_method: expect.stringMatching(/sync/) as unknown })
})

test('an ordinary user, in a checkout that only they may enter, keeps everything in .data', async () => {
  const checkout = makeSmallCheckout(account)
  onTestFinished(() => checkout.remove())
  const data = join(checkout.root, '.data')
  const holder = await holdDatabase(data, { ...checkout, ...ordinary })
  expect(holder.database).toBe(join(data, 'pg'))
  expect(readFileSync(join(data, 'where'), 'utf8')).toBe(`${join(data, 'pg')}\n`)
  expect(existsSync(join(data, 'pg/PG_VERSION'))).toBe(true)
  await migrate(holder.url)
  holder.child.kill('SIGTERM')
  expect(await holder.ended).toBe(0)
  expect(readStartTime(holder.pid)).toBeUndefined()
})

// Only root can see what root does.
test.runIf(account !== undefined)(
  'D-19: root, in a checkout that only root may enter, runs it as nobody outside',
  async () => {
    const checkout = makeSmallCheckout()
    const copy = join(sharedPath, `postgres-${checkout.version}-${process.platform}-${process.arch}`)
    onTestFinished(() => {
      checkout.remove()
      rmSync(copy, { recursive: true, force: true })
    })
    const data = join(checkout.root, '.data')
    const holder = await holdDatabase(data, checkout)
    onTestFinished(() => rmSync(holder.database, { recursive: true, force: true }))
    expect(readFileSync(join(data, 'where'), 'utf8')).toBe(`${holder.database}\n`)
    expect(holder.database).toMatch(/^\/var\/lib\/agency-support\/[0-9a-f]{16}$/)
    expect(readFileSync(`/proc/${holder.pid}/status`, 'utf8')).toMatch(
      new RegExp(`^Uid:\t${account?.uid}\t${account?.uid}`, 'm'),
    )
    expect(existsSync(join(copy, 'bin/postgres'))).toBe(true)
    await migrate(holder.url)
    holder.child.kill('SIGTERM')
    expect(await holder.ended).toBe(0)
  },
)
