import { allEvents } from '@agency-support/contract'
import { foldText } from '@agency-support/contract/rules/search'
import { beforeAll, describe, expect, test } from 'vitest'
import { cliOn } from '../../test/cli-run.ts'
import { useOwnPostgres } from '../../test/own-postgres.ts'
import { useDatabase } from '../../test/use-database.ts'
import { openStoredProducts } from '../../test/stored-products.ts'
import { testSealKeys } from '../../test/journal-rows.ts'
import { withConnection } from '../db/connection.ts'
import * as marketplace from '../modules/marketplace/public.ts'
import { runCli } from './main.ts'

// Other tests' open transactions would delay sealing.
useOwnPostgres()
const { database, db } = useDatabase()
let cli: ReturnType<typeof cliOn>
beforeAll(() => {
  cli = cliOn(runCli, database.url)
})

const countEvents = async (): Promise<number> => {
  const { events } = await db.read
    .selectFrom('subscription_event')
    .select((of) => of.fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow()
  return Number(events)
}

test('a database that is no sandbox is refused, and a number that is none', async () => {
  expect(await cli(['sandbox', 'grow'])).toMatchObject({
    code: 1,
    err: 'This is not the database of a sandbox: it has no account admin@support.test.\n',
  })
  expect(await cli(['sandbox', 'grow', '--events', '1e3'])).toMatchObject({
    code: 1,
    err: 'The option --events must be a whole number from 1 to 100000000.\n',
  })
  expect(await countEvents()).toBe(0)
})

test('a number of agencies that is too small or none is refused', async () => {
  for (const asked of [['99'], ['many'], ['1000', '--scale', '2'], ['1000', '--scale', '0.01']])
    expect(await cli(['sandbox', 'grow', '--agencies', ...asked])).toMatchObject({
      code: 1,
      err: 'The option --agencies, times --scale (above 0, at most 1), must be a whole number from 100 to 5000000.\n',
    })
})

test('a sandbox grows by as many events as were asked for, and every state follows from them', async () => {
  await db.write
    .insertInto('staff')
    .values({ username: 'admin@support.test', first_name: 'A', last_name: 'B', created_at: new Date() })
    .execute()
  const world = openStoredProducts(db, marketplace)
  await world.product('Rate Pro')
  await world.agencies({ 11: 'One', 12: 'Two' })
  expect(await cli(['sandbox', 'grow', '--events', '25'])).toMatchObject({ code: 0, err: '' })
  expect(await countEvents()).toBe(25)
  const { out } = await cli(['reports', 'check'])
  expect(out).toBe('Every state is what the events say.\n')
  const states = await db.read.selectFrom('agency_product').select('subscribed').execute()
  // Two agencies and three products: after 25 events, one subscription has been toggled once more than the others.
  expect(states).toHaveLength(6)
  expect(states.filter(({ subscribed }) => subscribed)).toHaveLength(1)
})

describe('a sandbox that is filled with agencies', () => {
  const { database: filled, db: filledDb } = useDatabase()
  let fill: ReturnType<typeof cliOn>
  beforeAll(async () => {
    fill = cliOn(runCli, filled.url, { sealKeys: testSealKeys })
    const account = {
      username: 'admin@support.test',
      first_name: 'A',
      last_name: 'B',
      created_at: new Date(),
    }
    await filledDb.write.insertInto('staff').values(account).execute()
  })

  const ask = <Row extends object>(text: string): Promise<Row[]> =>
    withConnection(filled.url, async (client) => (await client.query<Row>(text)).rows)
  // Indexes of a partition get new names when they are rebuilt.
  const listIndexes = (): Promise<object[]> =>
    ask(`select indexname, indexdef from pg_indexes join pg_class on relname = tablename
where schemaname = 'public' and tablename not like 'sandbox%' and not relispartition order by indexname`)
  const countRows = async (): Promise<object | undefined> => {
    const tables = [
      'agency',
      'agency_user',
      'subscription_event',
      'opt_in_event',
      'activity_event',
      'journal',
    ]
    const counts = tables.map((table) => `(select count(*)::integer from ${table}) as ${table}`)
    return (await ask(`select ${counts.join(', ')}`))[0]
  }

  test('goes on where it broke off, and has every row once and every index as before', async () => {
    const before = await listIndexes()
    await ask(`create function stop_growth() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
create trigger stop_growth before insert on opt_in_event for each row execute function stop_growth()`)
    expect(await fill(['sandbox', 'grow', '--agencies', '1000', '--scale', '0.1'])).toMatchObject({
      code: 1,
      err: 'It failed: the disk is full\n',
    })
    expect((await listIndexes()).length).toBeLessThan(before.length)
    await ask('drop function stop_growth cascade')
    const again = await fill(['sandbox', 'grow', '--agencies', '100'])
    expect(again).toMatchObject({ code: 0, err: '' })
    expect(again.out).toMatch(/^600 opt-ins in .*\n400 activities in .*\n2000 journal entries in /)
    expect(await countRows()).toEqual({
      agency: 100,
      agency_user: 200,
      subscription_event: 4_000,
      opt_in_event: 600,
      activity_event: 400,
      journal: 2_000,
    })
    expect(await listIndexes()).toEqual(before)
    expect((await fill(['sandbox', 'grow', '--agencies', '100'])).out).toMatch(/^All is in after /)
  })

  test('is folded, sealed and reported as the product does it', async () => {
    const names = await ask<{ name: string; name_folded: string }>('select name, name_folded from agency')
    expect(names.filter(({ name, name_folded: folded }) => foldText(name) !== folded)).toEqual([])
    const events = await ask<{ event: string }>('select distinct event from journal')
    expect(events.filter(({ event }) => !allEvents.has(event))).toEqual([])
    expect((await fill(['reports', 'check'])).out).toBe('Every state is what the events say.\n')
    expect((await fill(['journal', 'verify'])).out).toMatch(/^The journal is intact: 2000 entries under /)
  })
})
