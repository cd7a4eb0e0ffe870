import { createHash } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Account } from './account.ts'

export const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** What root keeps for PostgreSQL's account, which may not be able to enter the checkout. */
export const sharedPath = '/var/lib/agency-support'

/** Everything of one sandbox on disk. */
export interface SandboxPaths {
  data: string
  database: string
  where: string
  lock: string
  databaseLog: string
  /** The copy of the console that the server sends. */
  console: string
  /** The files of the agencies. */
  files: string
  /** The data of the agencies' own software. */
  agencies: string
}

/** The paths of the sandbox in `data` (SANDBOX_DATA, by default .data in the checkout); touches nothing. */
export function getPaths(data: string, account: Account): SandboxPaths {
  const inside = (name: string) => join(data, name)
  return {
    data,
    database: account === undefined ? inside('pg') : join(sharedPath, getKey(data)),
    where: inside('where'),
    lock: inside('lock'),
    databaseLog: inside('postgres.log'),
    console: inside('console-copy'),
    files: inside('files'),
    agencies: inside('agencies'),
  }
}

/** The folder for data: SANDBOX_DATA, otherwise .data in the checkout. */
export function sandboxData(env: NodeJS.ProcessEnv): string {
  const chosen = env['SANDBOX_DATA']
  return chosen === undefined || chosen === '' ? join(checkout, '.data') : resolve(chosen)
}

// The default place is keyed by the checkout's path, so that it can be traced to its checkout.
function getKey(data: string): string {
  const path = data === join(checkout, '.data') ? checkout : data
  return createHash('sha256').update(path).digest('hex').slice(0, 16)
}

/** Makes the data place and leaves a note of where the database really lies. */
export function preparePaths(paths: SandboxPaths): void {
  mkdirSync(paths.data, { recursive: true })
  writeFileSync(paths.where, `${paths.database}\n`)
}

// Root's TMPDIR may be inaccessible to the account; /tmp never is.
function shortBase(account: Account): string {
  return account === undefined && Buffer.byteLength(tmpdir()) <= 60 ? tmpdir() : '/tmp'
}

/** A new private directory with a path short enough for a Unix socket (107 bytes including the socket's name). */
export function makeShortDir(prefix: string, account: Account, base = shortBase(account)): string {
  const dir = mkdtempSync(join(base, prefix))
  if (account !== undefined) chownSync(dir, account.uid, account.gid)
  return dir
}
