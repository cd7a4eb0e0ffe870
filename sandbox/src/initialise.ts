import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Account } from './account.ts'

// Trigrams of non-ASCII letters need a UTF-8 character type, whose name differs by system.
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C']

/** Creates an empty UTF-8 database cluster in `dataDir` unless one exists; it gets that name only when complete. */
export async function initialise(
  binaries: string,
  dataDir: string,
  { account, isDurable }: { account: Account; isDurable: boolean },
): Promise<void> {
  if (existsSync(join(dataDir, 'PG_VERSION'))) return
  const half = `${dataDir}.new`
  mkdirSync(dirname(dataDir), { recursive: true })
  for (const characterType of characterTypes) {
    rmSync(half, { recursive: true, force: true })
    mkdirSync(half, { mode: 0o700 })
    if (account !== undefined) chownSync(half, account.uid, account.gid)
    const problem = await initdb(binaries, half, { account, isDurable, characterType })
    if (problem === undefined) return renameSync(half, dataDir)
    if (!problem.includes('invalid locale name')) throw new Error(`PostgreSQL's initdb failed:\n${problem}`)
  }
  throw new Error(`PostgreSQL's initdb knows none of the locales ${characterTypes.join(', ')}.`)
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
