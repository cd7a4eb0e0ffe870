import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { databaseAccount } from './account.ts'
import { type RunningPostgres, startPostgres } from './postgres.ts'
import { stopPostmaster } from './postmaster.ts'
import { makeShortDir, type SandboxPaths } from './paths.ts'

const socketPrefix = 'agency-support-socket-'

/** Starts the sandbox's own PostgreSQL. Only for the holder of the lock: a server found running there is an orphan. */
export async function startSandboxDatabase(paths: SandboxPaths): Promise<RunningPostgres> {
  await stopOrphan(paths.database)
  const socketDir = makeShortDir(socketPrefix, databaseAccount())
  const removeSocketDir = () => rmSync(socketDir, { recursive: true, force: true })
  try {
    const server = await startPostgres({ dataDir: paths.database, socketDir, logFile: paths.databaseLog })
    return { ...server, stop: () => server.stop().finally(removeSocketDir) }
  } catch (error) {
    removeSocketDir()
    throw error
  }
}

/** Stops an orphaned server on `dataDir` and removes its socket; only for its owner. */
export async function stopOrphan(dataDir: string): Promise<void> {
  const socketDir = notedSocketDir(dataDir)
  await stopPostmaster(dataDir)
  if (socketDir !== undefined && basename(socketDir).startsWith(socketPrefix)) {
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
