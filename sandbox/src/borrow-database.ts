import { sandboxConfig } from '@agency-support/server/config'
import { databaseAccount } from './account.ts'
import { startSandboxDatabase } from './database.ts'
import { readHolder, SandboxInUse, takeLock } from './lock.ts'
import { until } from './postmaster.ts'
import { type Places, placesOf, preparePlaces } from './where.ts'

export type BorrowedDatabase = AsyncDisposable & {
  url: string
  /** The key of the journal's seals in that database, when it is known. */
  sealKey: Buffer | undefined
}

const patience = 60_000

/**
 * The database for one call of the command line: DATABASE_URL, else the running sandbox's, else the sandbox's own,
 * started for the call. Throws SandboxInUse when somebody holds it for more than a minute without offering it.
 */
export async function borrowDatabase(env: NodeJS.ProcessEnv, data: string): Promise<BorrowedDatabase> {
  const given = env['DATABASE_URL']
  if (given !== undefined && given !== '') {
    const key = env['JOURNAL_SEAL_KEY']
    return lent(given, key === undefined ? undefined : Buffer.from(key, 'base64'))
  }
  const places = placesOf(data, databaseAccount())
  preparePlaces(places)
  const running = await offeredDatabase(places)
  return running === undefined ? startForCall(places) : lent(running, sandboxKey(running))
}

// Somebody else's: nothing ends with the call.
function lent(url: string, sealKey: Buffer | undefined): BorrowedDatabase {
  return { url, sealKey, [Symbol.asyncDispose]: async () => undefined }
}

const sandboxKey = (databaseUrl: string): Buffer => sandboxConfig({ databaseUrl }).sealKey

// Waits for a sandbox that is still starting and for another call to end.
async function offeredDatabase(places: Places): Promise<string | undefined> {
  const offer = () => {
    const holder = readHolder(places.lock)
    return holder?.use === 'sandbox' ? holder.databaseUrl : undefined
  }
  await until(() => offer() !== undefined || readHolder(places.lock) === undefined, patience)
  const holder = readHolder(places.lock)
  if (holder !== undefined && offer() === undefined) throw new SandboxInUse(holder)
  return offer()
}

async function startForCall(places: Places): Promise<BorrowedDatabase> {
  await using ends = new AsyncDisposableStack()
  const lock = takeLock(places.lock, 'call')
  ends.defer(() => lock.release())
  const { url, stop } = await startSandboxDatabase(places)
  ends.defer(stop)
  const held = ends.move()
  return { url, sealKey: sandboxKey(url), [Symbol.asyncDispose]: () => held.disposeAsync() }
}
