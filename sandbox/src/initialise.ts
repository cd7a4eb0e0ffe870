import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Account } from './account.ts'

// Trigrams of non-ASCII letters need a UTF-8 character type, whose name differs by system.
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C']
const unfinished = '.new'

/**
 * Creates an empty UTF-8 database cluster in `dataDir` unless one exists; it gets that name only when complete. Only
 * for the owner of `dataDir`: what is unfinished beside it was left by a process that was killed.
 */
export async function initialise(
  binaries: string,
  dataDir: string,
  { account, isDurable }: { account: Account; isDurable: boolean },
): Promise<void> {
  removeUnfinished(dataDir)
  if (existsSync(join(dataDir, 'PG_VERSION'))) return
  mkdirSync(dirname(dataDir), { recursive: true })
  for (const characterType of characterTypes) {
    // The initdb of a killed process goes on for a while and, when it fails, empties its folder: none is used twice.
    const half = mkdtempSync(`${dataDir}${unfinished}`)
    if (account !== undefined) chownSync(half, account.uid, account.gid)
    const problem = await initdb(binaries, half, { account, isDurable, characterType })
    if (problem === undefined) return renameSync(half, dataDir)
    if (!problem.includes('invalid locale name')) throw new Error(`PostgreSQL's initdb failed:\n${problem}`)
    rmSync(half, { recursive: true, force: true })
  }
  throw new Error(`PostgreSQL's initdb knows none of the locales ${characterTypes.join(', ')}.`)
}

/** The folders of clusters for `dataDir` that are not complete. */
export function listUnfinished(dataDir: string): string[] {
  const folder = dirname(dataDir)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.startsWith(`${basename(dataDir)}${unfinished}`))
  return names.map((name) => join(folder, name))
}

/** Deletes them; only for the owner of `dataDir`. */
export function removeUnfinished(dataDir: string): void {
  for (const folder of listUnfinished(dataDir)) {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // An initdb still writes there; it fails now, and the next call finds what it leaves.
    }
  }
}

// Resolves with initdb's warnings. Only the owner can reach the socket, so there is no password.
async function initdb(
  binaries: string,
  dataDir: string,
  { account, isDurable, characterType }: { account: Account; isDurable: boolean; characterType: string },
) {
  const options = [
    '-D',
    dataDir,
    '-U',
    'postgres',
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
  ]
  options.push(
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${characterType}`,
  )
  if (!isDurable) options.push('--no-sync')
  const child = spawn(join(binaries, 'bin/initdb'), options, {
    ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
    cwd: '/',
    env: {},
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [problem, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return code === 0 ? undefined : problem
}
