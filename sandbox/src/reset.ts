import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { databaseAccount } from './account.ts'
import { removeUnfinished } from './initialise.ts'
import { takeLock } from './lock.ts'
import { type SandboxPaths, getPaths, preparePaths, sandboxData } from './paths.ts'
import { stopOrphan } from './temporary-postgres.ts'

/** Deletes the sandbox's data. Throws SandboxInUse while it runs, and a sentence when that is not a database. */
async function reset(paths: SandboxPaths): Promise<void> {
  preparePaths(paths)
  const lock = takeLock(paths.lock, 'call')
  try {
    await stopOrphan(paths.database)
    removeUnfinished(paths.database)
    deleteCluster(paths.database)
    for (const folder of [paths.files, paths.agencies]) deleteOwn(folder)
    // Nobody else gives a folder that name.
    rmSync(paths.console, { recursive: true, force: true })
    rmSync(paths.databaseLog, { force: true })
    rmSync(paths.where, { force: true })
  } finally {
    lock.release()
  }
}

// A wrong SANDBOX_DATA must not delete somebody's own folder.
function deleteCluster(folder: string): void {
  if (!existsSync(folder)) return
  const isOurs = existsSync(join(folder, 'PG_VERSION')) || readdirSync(folder).length === 0
  if (!isOurs) throw new Error(`${folder} is not a PostgreSQL database; nothing was deleted.`)
  rmSync(folder, { recursive: true })
}

const ownNames = /^(?:spool|record(?:\.new)?|(?:pool|agency)\d+)$/

function deleteOwn(folder: string): void {
  if (!existsSync(folder)) return
  const isOurs = readdirSync(folder).every((name) => ownNames.test(name))
  if (!isOurs) throw new Error(`${folder} holds more than the sandbox wrote; it was not deleted.`)
  rmSync(folder, { recursive: true })
}

try {
  await reset(getPaths(sandboxData(process.env), databaseAccount()))
  process.stdout.write('The sandbox is empty; npm start fills it again.\n')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
