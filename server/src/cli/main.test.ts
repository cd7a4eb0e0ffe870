import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { cliOn } from '../../test/cli-run.ts'
import { runProgram } from '../../test/program.ts'
import { until } from '../../test/until.ts'
import { useDatabase } from '../../test/use-database.ts'
import { withConnection } from '../db/connection.ts'
import { advisoryLocks } from '../db/locks.ts'
import { runCli } from './main.ts'
import { verbs } from './verbs.ts'

const { database, db } = useDatabase({ poolSize: 1 })
let cli: ReturnType<typeof cliOn>

beforeAll(() => {
  cli = cliOn(runCli, database.url)
})

test('without a verb it shows all of them', async () => {
  for (const argv of [[], ['help'], ['--help']]) {
    const { code, out, err } = await cli(argv)
    expect([code, err]).toEqual([0, ''])
    for (const words of Object.keys(verbs)) expect(out).toContain(`  ${words}`)
  }
})

test('a group of verbs is shown by its first word, alone or with --help', async () => {
  const shown = Object.keys(verbs).filter((words) => words.startsWith('staff '))
  for (const argv of [['staff', '--help'], ['staff', '-h'], ['staff', 'help'], ['staff']]) {
    const { code, out, err } = await cli(argv)
    expect(code).toBe(argv.length === 1 ? 2 : 0)
    expect((out + err).match(/^ {2}\w.*/gm)?.length).toBe(shown.length)
    for (const words of shown) expect(out + err).toContain(`  ${words}`)
  }
})

/** Runs a verb that prints some hundred kilobytes in a shell, with "$@" as its command line. */
const inShell = (script: string): ReturnType<typeof runProgram> =>
  runProgram('bash', [
    '-c',
    script,
    'bash',
    process.execPath,
    fileURLToPath(new URL('main.ts', import.meta.url)),
    'agent-spec',
  ])

test('a verb whose reader has seen enough is done', async () => {
  const program = inShell('"$@" | head -c 1; echo " ${PIPESTATUS[0]}"')
  expect({ code: await program.ended, output: program.output() }).toEqual({ code: 0, output: '{ 0\n' })
})

test('a verb says that what it prints cannot be written', async () => {
  const program = inShell('"$@" > /dev/full')
  expect({ code: await program.ended, output: program.output() }).toEqual({
    code: 1,
    output: 'It was done, but what it prints cannot be written: ENOSPC: no space left on device, write.\n',
  })
})

test('help never asks which database it is', async () => {
  const config = (): never => {
    throw new Error('asked')
  }
  const nowhere = cliOn((argv, around) => runCli(argv, { ...around, config }), '')
  for (const argv of [[], ['--help'], ['staff', '--help'], ['staff', 'list', '--help'], ['frobnicate']])
    expect((await nowhere(argv)).err).not.toContain('asked')
  expect(await nowhere(['staff', 'list'])).toEqual({ code: 1, out: '', err: 'It failed: asked\n' })
})

test.each([
  [['frobnicate'], 'There is no verb "frobnicate".'],
  [['agencies', 'export'], 'There is no verb "agencies export".'],
  [['toString'], 'There is no verb "toString".'],
  [['agencies', 'import'], 'FILE.csv is missing.'],
  [['switch', 'set', 'beta'], 'on|off is missing.'],
  [['switch', 'list', 'all'], '"all" is one word more than switch list takes.'],
  [['agencies', 'import', 'x.csv', '--status'], '"x.csv" is one word more than agencies import takes.'],
  [['agencies', 'import', 'x.csv', '--dry'], "Unknown option '--dry'"],
])('%j is not understood', async (argv, problem) => {
  const { code, out, err } = await cli(argv)
  expect([code, out]).toEqual([2, ''])
  expect(err.startsWith(problem)).toBe(true)
  expect(err).toMatch(/Usage: |Verbs:/)
})

test('a verb explains itself', async () => {
  expect(await cli(['switch', 'set', '--help'])).toEqual({
    code: 0,
    out: 'Usage: switch set NAME on|off\n',
    err: '',
  })
})

test('a database that cannot be reached is a sentence', async () => {
  const { code, err } = await cliOn(runCli, 'postgresql://nobody@127.0.0.1:1/none')(['switch', 'list'])
  expect(code).toBe(1)
  expect(err).toMatch(/^The database cannot be reached: .*ECONNREFUSED.*\n$/)
})

test('migrate says that the database is up to date', async () => {
  expect(await cli(['migrate'])).toEqual({ code: 0, out: 'The database is up to date.\n', err: '' })
})

describe('a database that is not ours, or of another release', () => {
  const reading = ['staff', 'list']
  const disabling = ['staff', 'disable', 'ada@example.com']

  test('of something else is refused by every verb, migrate too, and left as it was', async () => {
    await using other = await emptyDatabase()
    await other.run('create table invoice (id integer); create table migration (version integer)')
    for (const argv of [reading, disabling, ['migrate'], ['journal', 'verify']])
      expect(await other.cli(argv)).toEqual({
        code: 1,
        out: '',
        err: `The database "${other.name}" is not an Agency Support database: it holds other tables.\n`,
      })
    expect(await other.tables()).toEqual(['invoice', 'migration'])
  })

  test('that is empty is migrated by migrate alone', async () => {
    await using other = await emptyDatabase()
    for (const argv of [reading, disabling])
      expect((await other.cli(argv)).err).toBe(
        `The database "${other.name}" is not migrated to this release: 001_house.sql is missing. Run: npm run cli -- migrate\n`,
      )
    expect(await other.tables()).toEqual([])
    expect(await other.cli(['migrate'])).toMatchObject({ code: 0, out: 'The database is up to date.\n' })
    expect((await other.cli(reading)).code).toBe(0)
  })

  test('that a newer release migrated is left to that release', async () => {
    await using other = await emptyDatabase()
    await other.cli(['migrate'])
    await other.run("insert into migration (name, digest) values ('999_future.sql', 'x')")
    for (const argv of [reading, disabling, ['migrate']])
      expect((await other.cli(argv)).err).toMatch(
        /^The database ".+" was migrated by a newer release: it holds migration 999_future\.sql, which/,
      )
    // As that sentence has it.
    const allowed = cliOn(runCli, other.url, { allowNewerSchema: true })
    for (const argv of [reading, ['migrate']]) expect(await allowed(argv)).toMatchObject({ code: 0, err: '' })
  })

  test('that another process migrates is waited for, with a word', async () => {
    await using other = await emptyDatabase()
    await withConnection(other.url, async (client) => {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.migrate])
      const migrated = other.cli(['migrate'])
      await until('it waits', async () => (await client.query(waitingSql)).rowCount === 1)
      await client.query('commit')
      expect(await migrated).toEqual({
        code: 0,
        out: 'The database is up to date.\n',
        err: 'Another process is migrating the database; waiting for it.\n',
      })
    })
  })

  test('with the tables of an extension counts as empty', async () => {
    await using other = await emptyDatabase()
    await other.run('create extension pg_stat_statements')
    expect(await other.cli(['migrate'])).toMatchObject({ code: 0 })
  })
})

const waitingSql = `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
  where datname = current_database() and locktype = 'advisory' and not granted`

/** A new, empty database with a command line for it. */
async function emptyDatabase() {
  const name = `other_${randomBytes(8).toString('hex')}`
  const url = new URL(database.url)
  url.pathname = `/${name}`
  await withConnection(database.url, (client) => client.query(`create database ${name} template template0`))
  return {
    name,
    url: url.href,
    cli: cliOn(runCli, url.href),
    run: (sql: string) => withConnection(url.href, (client) => client.query(sql)),
    tables: () =>
      withConnection(url.href, async (client) => {
        const { rows } = await client.query<{ name: string }>(
          "select tablename as name from pg_tables where schemaname = 'public' order by 1",
        )
        return rows.map((row) => row.name)
      }),
    [Symbol.asyncDispose]: () =>
      withConnection(database.url, async (client) => {
        await client.query(`drop database ${name} with (force)`)
      }),
  }
}

test('a switch is turned, shown and recorded; turning it again records nothing', async () => {
  expect((await cli(['switch', 'list'])).out).toBe('Use6xNavigation off\n')
  expect(await cli(['switch', 'set', 'Use6xNavigation', 'on'])).toEqual({
    code: 0,
    out: 'Use6xNavigation is on.\n',
    err: '',
  })
  expect((await cli(['switch', 'set', 'Use6xNavigation', 'on'])).out).toBe(
    'Use6xNavigation was on already.\n',
  )
  expect((await cli(['switch', 'list'])).out).toBe('Use6xNavigation on\n')
  const rows = await db.read
    .selectFrom('journal')
    .select(['event', 'actor', 'subject', 'before', 'after'])
    .execute()
  expect(rows).toEqual([
    {
      event: 'switches.changed',
      actor: 'cli',
      subject: 'Use6xNavigation',
      before: { enabled: false },
      after: { enabled: true },
    },
  ])
})

test.each([
  [['Use7x', 'on'], 'There is no switch "Use7x". Known are: Use6xNavigation.\n'],
  [['Use6xNavigation', 'maybe'], 'A switch is set to on or off, not to "maybe".\n'],
])('switch set %j fails with a sentence', async (words, err) => {
  expect(await cli(['switch', 'set', ...words])).toEqual({ code: 1, out: '', err })
})
