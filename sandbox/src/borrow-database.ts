import {
  type CliConfig,
  ConfigProblem,
  readCliConfig,
  sandboxConfig,
} from '@agency-support/server/settings/config'
import { folderSettings } from '@agency-support/server/settings/files'
import { databaseAccount } from './account.ts'
import { startSandboxDatabase } from './database.ts'
import { readHolder, SandboxInUse, takeLock } from './lock.ts'
import { until } from './postmaster.ts'
import { type SandboxPaths, getPaths, preparePaths } from './paths.ts'

/** A database for one CLI call; disposed of afterwards. */
export type BorrowedDatabase = AsyncDisposable & {
  config: CliConfig
  /** A sentence saying which database is used; undefined for the one from the environment. */
  about: string | undefined
}

const waitMs = 60_000

/**
 * The database in DATABASE_URL, otherwise that of the sandbox running in `data`. With `sandbox` it is always the
 * sandbox's, started for the call if not running. Throws ConfigProblem if there is none, and SandboxInUse if another
 * process holds the sandbox's for over a minute without offering it.
 */
export async function borrowDatabase(
  env: NodeJS.ProcessEnv,
  data: string,
  { sandbox }: { sandbox: boolean },
): Promise<BorrowedDatabase> {
  if (!sandbox && (env['DATABASE_URL'] ?? '').trim() !== '') return lent(readCliConfig(env), undefined)
  const paths = getPaths(data, databaseAccount())
  const isThere = sandbox || readHolder(paths.lock)?.use === 'sandbox'
  const running = isThere ? await offeredDatabase(paths) : undefined
  if (running !== undefined) return lent(sandboxSettings(running, paths), aboutSandbox(paths))
  if (sandbox) return startForCall(paths)
  throw new ConfigProblem([
    'DATABASE_URL is missing: the address of the PostgreSQL database, for example postgresql://user@host/agency_support.',
    'No sandbox runs here either: npm start runs one, and with --sandbox its database is started for this call.',
  ])
}

// Not ours, so disposing of it does nothing.
function lent(config: CliConfig, about: string | undefined): BorrowedDatabase {
  return { config, about, [Symbol.asyncDispose]: async () => undefined }
}

function sandboxSettings(databaseUrl: string, { files }: SandboxPaths): CliConfig {
  const { sealKeys, secretKeys } = sandboxConfig({ databaseUrl })
  return { databaseUrl, sealKeys, secretKeys, files: () => folderSettings(files) }
}

const aboutSandbox = ({ data }: SandboxPaths): string => `This is the database of the sandbox in ${data}.`

// Waits for a sandbox that is still starting and for another call to end.
async function offeredDatabase(paths: SandboxPaths): Promise<string | undefined> {
  const offer = () => {
    const holder = readHolder(paths.lock)
    return holder?.use === 'sandbox' ? holder.databaseUrl : undefined
  }
  await until(() => offer() !== undefined || readHolder(paths.lock) === undefined, waitMs)
  const holder = readHolder(paths.lock)
  if (holder !== undefined && offer() === undefined) throw new SandboxInUse(holder)
  return offer()
}

async function startForCall(paths: SandboxPaths): Promise<BorrowedDatabase> {
  await using ends = new AsyncDisposableStack()
  preparePaths(paths)
  const lock = takeLock(paths.lock, 'call')
  ends.defer(() => lock.release())
  const { url, stop } = await startSandboxDatabase(paths)
  ends.defer(stop)
  const held = ends.move()
  const dispose = () => held.disposeAsync()
  return { config: sandboxSettings(url, paths), about: aboutSandbox(paths), [Symbol.asyncDispose]: dispose }
}
