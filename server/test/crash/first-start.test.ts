import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '@agency-support/sandbox/postgres'
import { makeMemoryDir } from '@agency-support/sandbox/temporary-postgres'
import pg, { type Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { withConnection } from '../../src/db/connection.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type Program, runProgram } from '../program.ts'
import { until } from '../until.ts'
import { killAll, listProcesses } from './kill-tree.ts'

/** Of the advisory locks of this test. */
const holdClass = 4_210

/** A server process as in production, over a database that may be empty. */
function serveOn(databaseUrl: string): Program {
  const source = (path: string): string =>
    JSON.stringify(new URL(`../../src/${path}.ts`, import.meta.url).href)
  const script = `
    import { sandboxConfig } from ${source('settings/config')}
    import { serve } from ${source('serve')}
    import { startProblems } from ${source('start-problem')}
    try {
      await serve(sandboxConfig(${JSON.stringify({ databaseUrl, logLevel: 'info', drainSeconds: 1 })}))
    } catch (error) {
      for (const sentence of startProblems(error)) console.error('  - ' + sentence)
      process.exit(1)
    }`
  return runProgram(process.execPath, ['--input-type=module', '-e', script])
}

/** Everything that migrations make, as lines of text. */
const schemaSql = `select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable
    || ' ' || coalesce(column_default, '') as it from information_schema.columns where table_schema = 'public'
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
  union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function ' || p.oid::regprocedure from pg_proc p where pronamespace = 'public'::regnamespace
  union all select 'migration ' || name || ' ' || digest from migration
  order by it`

const readSchema = (url: string): Promise<string[]> =>
  withConnection(url, async (client) =>
    (await client.query<{ it: string }>(schemaSql)).rows.map(({ it }) => it),
  )

const makeHold = `create table migration
    (name text primary key, digest text not null, applied_at timestamptz not null default now());
  create function hold() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(${holdClass}, left(new.name, 3)::integer);
    return new;
  end $$;
  create trigger hold before insert on migration for each row execute function hold()`

/** Holds migration `number` up when its changes are made and it is about to be written down; until `work` is done. */
async function holding(client: Client, number: number, work: () => Promise<void>): Promise<void> {
  await client.query('select pg_advisory_lock($1, $2)', [holdClass, number])
  await work()
  await client.query('select pg_advisory_unlock($1, $2)', [holdClass, number])
}

async function reaches(client: Client, number: number): Promise<void> {
  const held = `select from pg_locks where locktype = 'advisory' and classid = ${holdClass} and objid = ${number} and not granted`
  await until(`a server is at migration ${number}`, async () => (await client.query(held)).rowCount === 1)
}

async function kill(program: Program): Promise<void> {
  program.child.kill('SIGKILL')
  expect(await program.ended).toBe('SIGKILL')
}

test('servers that are killed in their first start, and their database with one, leave nothing half done: the next start serves', async () => {
  const dir = makeMemoryDir()
  const settings = { dataDir: join(dir, 'pg'), socketDir: dir, logFile: join(dir, 'log'), durable: false }
  let postgres = await startPostgres(settings)
  onTestFinished(async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  })
  const { url } = postgres
  const whole = new URL(url)
  whole.pathname = '/whole'
  await withConnection(url, (client) => client.query('create database whole'))
  await migrate(whole.href)
  const expected = await readSchema(whole.href)
  const numbers = expected.flatMap((line) => /^migration (\d{3})_/.exec(line)?.[1] ?? []).map(Number)
  const [first = 0, middle = 0, last = 0] = [numbers[0], numbers.at(numbers.length / 2), numbers.at(-1)]

  await withConnection(url, async (client) => {
    await client.query(makeHold)
    for (const number of [first, middle])
      await holding(client, number, async () => {
        const killed = serveOn(url)
        await reaches(client, number)
        await kill(killed)
        // What the killed one had begun is not over yet: its connection waits.
        const next = serveOn(url)
        await next.says(/"event":"migrate\.waiting"/)
        await kill(next)
      })
  })
  // The lock goes with the database.
  const holder = new pg.Client(url)
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query('select pg_advisory_lock($1, $2)', [holdClass, last])
  const cutOff = serveOn(url)
  await reaches(holder, last)
  killAll(await listProcesses(postgres.pid))
  expect(await cutOff.ended).toBe(1)
  expect(cutOff.output()).toMatch(/^  - Migration \d{3}_\w+\.sql failed: \S.+$/m)
  await postgres.ended
  postgres = await startPostgres(settings)
  await withConnection(url, async (client) => {
    await client.query('drop trigger hold on migration; drop function hold')
    expect(await readSchema(url)).not.toContain(expected.findLast((line) => line.startsWith('migration ')))
  })

  const serving = serveOn(url)
  await serving.says(/^Agency Support serves /m)
  expect(await readSchema(url)).toEqual(expected)
  serving.child.kill('SIGTERM')
  expect(await serving.ended).toBe(0)
})
