import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenDatabase, openDatabase } from '@agency-support/server/db/open'
import { afterEach, beforeEach } from 'vitest'
import { type Program, runProgram } from '../../server/test/program.ts'
import { databaseAccount } from '../src/account.ts'
import { removeUnfinished } from '../src/initialise.ts'
import { readHolder } from '../src/lock.ts'
import { stopPostmaster } from '../src/postmaster.ts'
import { makeTemporaryDir } from '../src/temporary-postgres.ts'
import { type SandboxPaths, getPaths } from '../src/paths.ts'

/** The programs of the sandbox on data of each test's own; whatever still runs at its end is ended. */
export interface SandboxPrograms {
  /** Of the test that runs. */
  readonly paths: SandboxPaths
  run(script: 'start' | 'reset', port?: string): Program
  /** Opens the database of the sandbox that runs. */
  open(): OpenDatabase
}

/** Gives them to each test of a file. */
export function sandboxPrograms(): SandboxPrograms {
  let paths: SandboxPaths
  beforeEach(() => {
    paths = getPaths(makeTemporaryDir(), databaseAccount())
  })
  afterEach(async () => {
    const holder = readHolder(paths.lock)
    if (holder !== undefined) process.kill(holder.pid, 'SIGKILL')
    await stopPostmaster(paths.database)
    removeUnfinished(paths.database)
    rmSync(paths.database, { recursive: true, force: true })
    rmSync(paths.data, { recursive: true, force: true })
  })
  return {
    get paths() {
      return paths
    },
    open: () =>
      openDatabase({
        url: readHolder(paths.lock)?.databaseUrl ?? '',
        poolSize: 1,
        onError: () => undefined,
      }),
    run: (script, port = '0') => {
      const env = {
        ...process.env,
        SANDBOX_DATA: paths.data,
        SANDBOX_AGENCIES: '20',
        SANDBOX_ALIVE: '2',
        PORT: port,
        DATABASE_URL: '',
      }
      return runProgram(process.execPath, [join(import.meta.dirname, `../src/${script}.ts`)], { env })
    },
  }
}

/** Resolves with the address of a sandbox that is ready. */
export async function started(program: Program): Promise<string> {
  const [, origin = ''] = await program.says(/ready after [\d.]+ s: (http:\S+)/)
  await program.says(/Ctrl-C stops it/)
  return origin
}
