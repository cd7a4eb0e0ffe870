import { rmSync } from 'node:fs'
import { type RunningPostgres, startPostgres } from './postgres.ts'
import type { SandboxPaths } from './paths.ts'
import { makeTemporaryDir, stopOrphan } from './temporary-postgres.ts'

/** Starts the sandbox's own PostgreSQL. Only for the holder of the lock: a server found running there is an orphan. */
export async function startSandboxDatabase(paths: SandboxPaths): Promise<RunningPostgres> {
  await stopOrphan(paths.database)
  const socketDir = makeTemporaryDir()
  const removeSocketDir = () => rmSync(socketDir, { recursive: true, force: true })
  try {
    const server = await startPostgres({ dataDir: paths.database, socketDir, logFile: paths.databaseLog })
    return { ...server, stop: () => server.stop().finally(removeSocketDir) }
  } catch (error) {
    removeSocketDir()
    throw error
  }
}
