import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { cookieName } from './people.ts'
import { type Fixtures, makeRequest } from './cases.ts'
import { startChild } from './child.ts'
import { Connection } from './connection.ts'
import { setUp } from './setup.ts'
import type { Imported } from './importer.ts'
import { nodeFlags, startProduct } from './start-product.ts'
import { say } from './say.ts'

/** Maximum time that an import may lock an agency (milliseconds). */
const longest = 1_000
const checkEveryMs = 10
const renameEveryMs = 25

/** How long an import takes, how long it locks agencies, and whether they can be renamed meanwhile. */
async function main(agencies: number): Promise<void> {
  await using ends = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'bench-import-'))
  ends.defer(() => rmSync(folder, { recursive: true, force: true }))
  const setup = await setUp({ demo: 10 }, say)
  ends.defer(() => setup.stop())
  const { first: product, child: server } = await startProduct(setup.databaseUrl, folder)
  ends.defer(() => server.stop())
  const { child: importer } = await startChild<'ready', string, Imported>('./importer.ts', {
    env: { DATABASE_URL: setup.databaseUrl },
    nodeFlags,
  })
  ends.defer(() => importer.stop())
  const ids = Array.from({ length: agencies }, (_, at) => 1_000_000 + at * 7)
  const fixtures: Fixtures = {
    ...setup,
    origin: product.origin,
    cookies: setup.tokens.map((token) => `${cookieName}=${token}`),
    ids,
  }
  for (const name of ['Lighthouse', 'Meadow', 'Meadow']) {
    const file = join(folder, 'agencies.csv')
    await writeFile(file, name, ids)
    const isFirst = name === 'Lighthouse'
    const stop = new AbortController()
    const locks = watchLocks(setup.databaseUrl, stop.signal)
    const renames = isFirst ? undefined : rename(product.port, fixtures, stop.signal)
    const began = performance.now()
    const { code, output, megabytes } = await importer.ask(file)
    const seconds = (performance.now() - began) / 1000
    stop.abort()
    const locked = await locks
    const renamed = await renames
    say(
      `${output}: ${seconds.toFixed(1)} s, ${(agencies / seconds).toFixed(0)} agencies/s, ${megabytes.toFixed(0)} MB at most.`,
    )
    say(
      `  An agency was locked for ${locked.maxMs.toFixed(0)} ms at most, seen in ${locked.looks} looks; ${longest} ms are allowed.`,
    )
    if (renamed !== undefined)
      say(
        `  Meanwhile ${renamed.length} renames of its agencies took ${Math.max(...renamed).toFixed(0)} ms at most.`,
      )
    if (code !== 0 || locked.maxMs > longest) process.exitCode = 1
  }
}

async function writeFile(path: string, name: string, ids: readonly number[]): Promise<void> {
  const file = createWriteStream(path)
  file.write('agencyId,name,versionDisplay,isOnline,regionId,poolId,status\n')
  for (const [at, id] of ids.entries()) {
    const line = `${id},"${name} Insurance, Agency ${id}",5.4.${at % 9},${at % 2 === 0},${at % 4},${at % 30},2\n`
    if (!file.write(line)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
}

/** The maximum age of a transaction that held a lock on agencies on which another could wait. */
async function watchLocks(
  databaseUrl: string,
  signal: AbortSignal,
): Promise<{ maxMs: number; looks: number }> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  let maxMs = 0
  let looks = 0
  while (!signal.aborted) {
    const { rows } = await client.query<{ ms: number | null }>(
      `select max(extract(epoch from clock_timestamp() - xact_start) * 1000)::float8 as ms
       from pg_stat_activity join pg_locks using (pid)
       where application_name = 'agency-support bulk' and relation = 'agency'::regclass
         and mode in ('RowShareLock', 'RowExclusiveLock')`,
    )
    maxMs = Math.max(maxMs, rows[0]?.ms ?? 0)
    looks += 1
    await pause(checkEveryMs)
  }
  await client.end()
  return { maxMs, looks }
}

/** Renames agencies of the file, spread over it, some forty a second; returns the time of each (milliseconds). */
async function rename(port: number, fixtures: Fixtures, signal: AbortSignal): Promise<number[]> {
  const connection = await Connection.open(port)
  const took: number[] = []
  for (let count = 0; !signal.aborted; count += 7_919) {
    const sent = performance.now()
    await connection.send(makeRequest('rename', fixtures, count))
    took.push(performance.now() - sent)
    await pause(renameEveryMs)
  }
  connection.close()
  return took
}

const { values } = parseArgs({ options: { agencies: { type: 'string', default: '200000' } } })
await main(Number(values.agencies))
