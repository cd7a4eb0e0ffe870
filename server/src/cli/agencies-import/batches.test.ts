import { agencies as agencyCalls } from '@agency-support/contract/modules/agencies'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'
import { testImports } from '../../../test/imports.ts'
import { type Program, runProgram } from '../../../test/program.ts'
import { until } from '../../../test/until.ts'
import { withConnection } from '../../db/connection.ts'
import { beginImport } from '../../jobs/agency-import/imports.ts'
import { nextSize } from '../../jobs/agency-import/merge.ts'
import { runCli } from '../main.ts'

const count = 800
/** An agency that is locked; the import gets as far as the smallest batch that contains it. */
const heldId = 600
const minBatch = 50

let imports: Awaited<ReturnType<typeof testImports>>

beforeEach(async () => {
  imports = await testImports(runCli)
})
afterEach(() => imports.close())

const toFile = (name: string, rows = count): string =>
  `agencyId,name\n${Array.from({ length: rows }, (_, at) => `${at + 1},${name} ${at + 1}\n`).join('')}`

/** State of the latest import. */
async function readState(): Promise<{ state: string; merged_to: number } | undefined> {
  return imports.db.read
    .selectFrom('agency_import')
    .select(['state', 'merged_to'])
    .orderBy('import_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Locks an agency like an open change; returns how to release it. */
async function hold(agencyId: number): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const holding = imports.db.write.transaction().execute(async (tx) => {
    // The server would end it after a minute, which on a busy machine is shorter than these tests.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await tx.selectFrom('agency').where('agency_id', '=', agencyId).forUpdate().execute()
    held.resolve()
    await over.promise
  })
  await held.promise
  return () => {
    over.resolve()
    return holding
  }
}

/** The command line in a separate process, blocked in the middle of its merge. */
async function stalled(file: string): Promise<Program> {
  const main = join(import.meta.dirname, '../main.ts')
  const env = { PATH: process.env['PATH'], DATABASE_URL: imports.database.url }
  const program = runProgram(process.execPath, [main, 'agencies', 'import', file], { env })
  const hasMergedTo = async (agencyId: number) => {
    if (program.child.exitCode !== null) throw new Error(`the import has ended:\n${program.output()}`)
    const open = await readState()
    return open?.state === 'merging' && open.merged_to >= agencyId
  }
  // On a busy machine a process takes as long to start as for all that follows.
  await until('the import has begun to merge', () => hasMergedTo(0))
  await until('the import has merged what comes before the agency that is held', () =>
    hasMergedTo(heldId - minBatch),
  )
  return program
}

async function kill(program: Program): Promise<void> {
  program.child.kill('SIGKILL')
  await program.ended
  await until('the database has noticed', async () =>
    (await imports.cli(['agencies', 'import', '--status'])).out.startsWith('An import broke off'),
  )
}

describe('an import that is killed between two batches', () => {
  let file: string
  let journalBefore: number
  let letGo: () => Promise<void>
  let program: Program

  beforeEach(async () => {
    await imports.importing(toFile('Old'))
    journalBefore = (await imports.journal(0)).at(-1)?.seq ?? 0
    file = await imports.folder.write(toFile('New'))
    letGo = await hold(heldId)
    program = await stalled(file)
  })
  afterEach(async () => {
    program.child.kill('SIGKILL')
    await program.ended
    await letGo()
  })

  test('is finished by the same command, each agency once', async () => {
    await kill(program)
    const broken = await readState()
    expect(broken?.merged_to).toBeLessThan(heldId)
    await letGo()
    const outcome = await imports.cli(['agencies', 'import', file])
    expect(outcome).toMatchObject({ code: 0, err: '' })
    expect(outcome.out).toBe(
      `Going on with an import that broke off: ${broken?.merged_to} of 800 agencies of file-2.csv are merged.\n` +
        'inserted 0, updated 800, unchanged 0\n',
    )
    await expectMergedOnce()
  })

  test('is finished by a server when it starts', async () => {
    await kill(program)
    await letGo()
    await using server = await testServer({ database: imports.database })
    await until('the server has finished it', async () => (await readState())?.state === 'done')
    expect(server.port).toBeGreaterThan(0)
    await expectMergedOnce()
  })

  test('does not hold up a server that stops', async () => {
    await kill(program)
    const server = await testServer({ database: imports.database })
    await until('the server is at it', async () =>
      (await imports.cli(['agencies', 'import', '--status'])).out.startsWith('An import is under way'),
    )
    await server.close()
    expect(await readState()).toMatchObject({ state: 'merging' })
  })

  test('tells how far it is, and its rest can be dropped', async () => {
    const status = async () => (await imports.cli(['agencies', 'import', '--status'])).out
    const far = async () => (await readState())?.merged_to
    const document = async (option: string): Promise<unknown> =>
      JSON.parse((await imports.cli(['agencies', 'import', option, '--json'])).out)
    const open = { file: 'file-2.csv', agencies: count, merged: await far(), endedAt: null }
    expect(await document('--status')).toMatchObject({ import: { state: 'running', ...open } })
    expect(await status()).toMatch(
      `An import is under way: ${await far()} of 800 agencies of file-2.csv are merged, begun 20`,
    )
    const rows = await imports.journal(0)
    expect(rows.at(-1)).toMatchObject({
      event: 'agencies.importProgress',
      subject: 'file-2.csv',
      after: { merged: (await readState())?.merged_to, of: count },
    })
    await kill(program)
    expect(await document('--status')).toMatchObject({ import: { state: 'brokenOff', ...open } })
    expect(await status()).toMatch(`An import broke off: ${await far()} of 800 agencies of file-2.csv`)
    const other = await imports.importing('agencyId,name\n1,Other\n')
    expect(other).toMatchObject({ code: 1, out: '' })
    expect(other.err).toMatch(/^An import of another file broke off: .*\nNothing was imported\.\n$/)
    const merged = (await readState())?.merged_to ?? 0
    expect((await imports.cli(['agencies', 'import', '--discard'])).out).toBe(
      `${await far()} of 800 agencies of file-2.csv are merged; the rest is dropped.\n`,
    )
    expect((await imports.journal(0)).at(-1)).toMatchObject({
      event: 'agencies.importRun',
      after: { inserted: 0, updated: merged, unchanged: 0, discarded: count - merged },
    })
    expect(await status()).toMatch(/^No import is under way\. The last one, of file-2\.csv, was discarded 20/)
    const endedAt = expect.any(String) as unknown
    expect(await document('--status')).toMatchObject({ import: { ...open, state: 'discarded', endedAt } })
    expect(await imports.cli(['agencies', 'import', '--discard'])).toMatchObject({ code: 1 })
    expect((await imports.agencies()).at(-1)?.name).toBe('Old 800')
  })

  test('a second import meanwhile is refused in a sentence', async () => {
    for (const argv of [[await imports.folder.write('agencyId\n1\n')], [file], ['--discard']]) {
      const { code, out, err } = await imports.cli(['agencies', 'import', ...argv])
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(
        /^An import is under way already: \d+ of 800 agencies of file-2\.csv are merged, begun /,
      )
    }
    expect(await imports.importing('agencyId\n1\n', '--dry-run')).toMatchObject({ code: 0 })
  })

  test('agencies of its file can be renamed meanwhile, whether merged or not', async () => {
    await using server = await testServer({ database: imports.database })
    const editor = await server.asNew({ permissions: [2000, 2006] })
    // Just before the locked agency, or up to a batch earlier: the size of batches depends on the machine's speed.
    const mergedTo = (await readState())?.merged_to ?? 0
    for (const agencyId of [100, heldId - 1, heldId + 1, count]) {
      const got = await editor.call(agencyCalls.updateName, { agencyId, name: `Renamed ${agencyId}` })
      expect([got.status, got.code]).toEqual([200, 0])
    }
    await letGo()
    expect(await program.ended).toBe(0)
    const names = new Map((await imports.agencies()).map(({ agency_id, name }) => [agency_id, name]))
    expect([100, heldId - 1, heldId + 1, count].map((id) => names.get(id))).toEqual([
      'Renamed 100',
      `${heldId - 1 > mergedTo ? 'New' : 'Renamed'} ${heldId - 1}`,
      `New ${heldId + 1}`,
      `New ${count}`,
    ])
    const last = (await imports.journal(0)).findLast(({ agency_id }) => agency_id === count)
    expect(last).toMatchObject({
      event: 'agencies.imported',
      before: { name: `Renamed ${count}` },
      after: { name: `New ${count}` },
    })
  })

  async function expectMergedOnce(): Promise<void> {
    expect((await imports.agencies()).map(({ name }) => name)).toEqual(
      Array.from({ length: count }, (_, at) => `New ${at + 1}`),
    )
    const rows = await imports.journal(journalBefore)
    const each = rows.filter(({ event }) => event === 'agencies.imported')
    expect(each.map(({ agency_id }) => agency_id)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
    const runs = rows.filter(({ event }) => event === 'agencies.importRun')
    expect(runs).toHaveLength(1)
    expect(rows.at(-1)).toMatchObject({
      event: 'agencies.importRun',
      subject: 'file-2.csv',
      after: { inserted: 0, updated: count, unchanged: 0, refused: 0 },
    })
    expect(await imports.db.read.selectFrom('agency_import_line').selectAll().execute()).toEqual([])
  }
})

test('one that died while it read leaves nothing, and the next begins anew', async () => {
  await withConnection(imports.database.url, async (client) => {
    await beginImport(client, 'dead.csv', new Date())
    await client.query('insert into agency_import_line (agency_id) values (99)')
  })
  expect((await imports.cli(['agencies', 'import', '--status'])).out).toBe(
    'An import broke off while dead.csv was read; nothing of it was imported.\n',
  )
  const asked = await imports.cli(['agencies', 'import', '--status', '--json'])
  const read = { state: 'brokenOff', file: 'dead.csv', agencies: null, merged: 0 }
  expect(JSON.parse(asked.out)).toMatchObject({ import: read })
  expect(await imports.importing('agencyId\n1\n')).toMatchObject({
    out: 'inserted 1, updated 0, unchanged 0\n',
  })
  expect((await imports.agencies()).map(({ agency_id }) => agency_id)).toEqual([1])
})

test('10,000 agencies come in and change, and none is locked for more than a part of that time', async () => {
  const line = (id: number, name: string) => `${id},"${name}, Agency ${id}",${id % 2 === 0},${id % 4}\n`
  const ids = Array.from({ length: 10_000 }, (_, at) => at * 7 + 1)
  const head = 'agencyId,name,isOnline,regionId\n'
  expect(await imports.importing(head + ids.map((id) => line(id, 'Lee')).join(''))).toMatchObject({
    out: 'inserted 10000, updated 0, unchanged 0\n',
  })
  const over = new AbortController()
  const watching = maxLock(over.signal)
  const began = performance.now()
  const changed = head + ids.map((id) => line(id, id % 10 === 1 ? 'Lee' : 'Kim')).join('')
  const outcome = await imports.importing(changed)
  const took = performance.now() - began
  over.abort()
  expect(outcome).toMatchObject({ out: 'inserted 0, updated 9000, unchanged 1000\n' })
  const { ms, looks } = await watching
  expect(looks).toBeGreaterThan(10)
  expect(ms).toBeGreaterThan(0)
  // A share, because on a busy machine everything takes longer; each statement's own limit is the database's to keep.
  expect(ms).toBeLessThan(took / 2)
  const { rows } = await sql<{ batches: number }>`select count(distinct xid)::integer as batches from journal
    where event = 'agencies.imported' and before is not null`.execute(imports.db.write)
  expect(rows[0]?.batches).toBeGreaterThan(3)
  const { named } = await imports.db.read
    .selectFrom('agency')
    .select((eb) => eb.fn.countAll<number>().as('named'))
    .where('name_folded', 'like', 'kim, agency %')
    .where('version', '=', 2)
    .executeTakeFirstOrThrow()
  expect(named).toBe(9_000)
})

test('a large import leaves the planner numbers of what grew, on which sealing depends', async () => {
  await imports.importing(
    `agencyId,poolId\n${Array.from({ length: 10_000 }, (_, at) => `${at + 1},1\n`).join('')}`,
  )
  await until('agency and journal are analyzed', async () => {
    const { rows } = await sql`select from pg_stat_user_tables
      where relname in ('agency', 'journal') and last_analyze is not null`.execute(imports.db.write)
    return rows.length === 2
  })
})

test('a batch is as large as the time allows that the one before it took', () => {
  expect([nextSize(500, 50), nextSize(500, 100), nextSize(500, 1)]).toEqual([500, 250, 1_000])
  expect([nextSize(50, 10_000), nextSize(4_000, 10)]).toEqual([50, 5_000])
})

/** The longest time for which an import's transaction held locks, as another connection sees it. */
async function maxLock(over: AbortSignal): Promise<{ ms: number; looks: number }> {
  let [ms, looks] = [0, 0]
  while (!over.aborted) {
    const { rows } = await sql<{ ms: number | null }>`
      select max(extract(epoch from clock_timestamp() - xact_start) * 1000)::float8 as ms
      from pg_stat_activity join pg_locks using (pid)
      where application_name = 'agency-support bulk' and relation = 'agency'::regclass
        and mode in ('RowShareLock', 'RowExclusiveLock')`.execute(imports.db.write)
    ms = Math.max(ms, rows[0]?.ms ?? 0)
    looks += 1
    await pause(5)
  }
  return { ms, looks }
}
