import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { databaseAccount } from './account.ts'
import { removeUnfinished } from './initialise.ts'
import { type RunningPostgres, startPostgres } from './postgres.ts'
import { stopPostmaster } from './postmaster.ts'
import { isRunning, ownIdentity, type ProcessIdentity } from '../../scripts/process-lock.mjs'
import { makeShortDir, getPaths } from './paths.ts'

const prefix = 'agency-support-away-'

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
/** Bytes free there; the databases of all tests together take less than half. */
const minFreeMemory = 4 * 2 ** 30

/** An empty PostgreSQL server for tests, without durability; gone with its data after `stop`. */
export async function startTemporaryPostgres(): Promise<RunningPostgres> {
  await removeAbandoned()
  const dir = makeMemoryDir()
  const server = await startPostgres({
    dataDir: join(dir, 'pg'),
    socketDir: dir,
    logFile: join(dir, 'log'),
    durable: false,
  })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/**
 * A directory that `removeAbandoned` deletes if this process is killed, with the database in it, or outside for root.
 */
export function makeTemporaryDir(): string {
  return own(makeShortDir(prefix, databaseAccount()))
}

/**
 * The same in memory where there is enough of it, for databases without durability: the 500 files of a new one take an
 * eighth of the time that they take on a disk.
 */
export function makeMemoryDir(): string {
  return hasMemory() ? own(makeShortDir(prefix, databaseAccount(), memory)) : makeTemporaryDir()
}

function own(dir: string): string {
  writeFileSync(join(dir, 'owner'), JSON.stringify(ownIdentity()))
  return dir
}

// A container may have 64 MB of it; other systems have none.
function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    accessSync(memory, constants.W_OK)
    return bavail * bsize >= minFreeMemory
  } catch {
    return false
  }
}

/** Ends and deletes the temporary servers whose owner was killed before it could. */
export async function removeAbandoned(): Promise<void> {
  for (const base of new Set(['/tmp', tmpdir(), memory].filter((path) => existsSync(path)))) {
    for (const name of readdirSync(base).filter((entry) => entry.startsWith(prefix))) {
      const dir = join(base, name)
      const owner = readOwner(dir)
      if (owner === undefined || isRunning(owner)) continue
      const paths = getPaths(dir, databaseAccount())
      for (const database of new Set([join(dir, 'pg'), paths.database])) {
        await stopOrphan(database)
        removeUnfinished(database)
        rmSync(database, { recursive: true, force: true, maxRetries: 3 })
      }
      try {
        rmSync(dir, { recursive: true, force: true })
      } catch {
        // A file system mounted there by a killed test may stay; it must not keep others from starting.
      }
    }
  }
}

// Undefined for somebody else's directory, or one just being created.
function readOwner(dir: string): ProcessIdentity | undefined {
  try {
    const owner: ProcessIdentity = JSON.parse(readFileSync(join(dir, 'owner'), 'utf8'))
    return owner
  } catch {
    return undefined
  }
}

/** Stops an orphaned server on `dataDir` and removes its socket; only for its owner. */
export async function stopOrphan(dataDir: string): Promise<void> {
  const socketDir = notedSocketDir(dataDir)
  await stopPostmaster(dataDir)
  if (socketDir !== undefined && basename(socketDir).startsWith(prefix)) {
    rmSync(socketDir, { recursive: true, force: true })
  }
}

// PostgreSQL writes its first socket directory to the fifth line.
function notedSocketDir(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[4]
  } catch {
    return undefined
  }
}
