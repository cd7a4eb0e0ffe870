import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseAccount } from './account.ts'
import { type RunningPostgres, startPostgres } from './postgres.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts'
import { makeShortDir } from './where.ts'

const prefix = 'agency-support-away-'

/** An empty PostgreSQL server for tests, without durability; gone with its data after `stop`, or with this process. */
export async function startThrowAwayPostgres(): Promise<RunningPostgres> {
  await sweepAbandoned()
  const dir = makeShortDir(prefix, databaseAccount())
  writeFileSync(join(dir, 'owner'), JSON.stringify(ownIdentity()))
  const server = await startPostgres({
    dataDir: join(dir, 'pg'),
    socketDir: dir,
    logFile: join(dir, 'log'),
    durable: false,
  })
  const killWithUs = () => {
    if (findPostmaster(join(dir, 'pg')) === server.pid) process.kill(server.pid, 'SIGQUIT')
    rmSync(dir, { recursive: true, force: true })
  }
  process.once('exit', killWithUs)
  return {
    ...server,
    async stop() {
      process.off('exit', killWithUs)
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Ends and deletes the throw-away servers whose owner was killed before it could. */
export async function sweepAbandoned(): Promise<void> {
  for (const base of new Set(['/tmp', tmpdir()])) {
    for (const name of readdirSync(base).filter((entry) => entry.startsWith(prefix))) {
      const dir = join(base, name)
      const owner = readOwner(dir)
      if (owner === undefined || isRunning(owner)) continue
      await stopPostmaster(join(dir, 'pg'))
      rmSync(dir, { recursive: true, force: true })
    }
  }
}

// Undefined for somebody else's directory and for one that is being made at this moment.
function readOwner(dir: string): ProcessIdentity | undefined {
  try {
    const owner: ProcessIdentity = JSON.parse(readFileSync(join(dir, 'owner'), 'utf8'))
    return owner
  } catch {
    return undefined
  }
}
