import { expect, test, afterAll, beforeAll } from 'vitest'
import { cliOn } from '../../test/cli-run.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { runCli } from './main.ts'
import { verbs } from './verbs.ts'

let database: TestDatabase
let db: OpenDatabase
let cli: ReturnType<typeof cliOn>

beforeAll(async () => {
  database = await testDatabase()
  db = openDatabase({ url: database.url, poolSize: 1, onError: () => undefined })
  cli = cliOn(runCli, database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

test('without a verb it shows all of them', async () => {
  for (const argv of [[], ['help'], ['--help']]) {
    const { code, out, err } = await cli(argv)
    expect([code, err]).toEqual([0, ''])
    for (const words of Object.keys(verbs)) expect(out).toContain(`  ${words}`)
  }
})

test.each([
  [['frobnicate'], 'There is no verb "frobnicate".'],
  [['agencies', 'export'], 'There is no verb "agencies export".'],
  [['toString'], 'There is no verb "toString".'],
  [['agencies', 'import'], 'Something is missing.'],
  [['switch', 'list', 'all'], '"all" is too much.'],
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
