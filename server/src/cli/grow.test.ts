import { afterAll, beforeAll, expect, test } from 'vitest'
import { cliOn } from '../../test/cli-run.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { openReportedWorld } from '../../test/reports.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import * as marketplace from '../modules/marketplace/public.ts'
import { runCli } from './main.ts'

let database: TestDatabase
let db: OpenDatabase
let cli: ReturnType<typeof cliOn>
beforeAll(async () => {
  database = await testDatabase()
  db = openDatabase({ url: database.url, poolSize: 2, onError: () => undefined })
  cli = cliOn(runCli, database.url)
})
afterAll(async () => {
  await db.close()
  await database.drop()
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
    err: 'This is no database of a sandbox: nobody there is called admin@support.test.\n',
  })
  expect(await cli(['sandbox', 'grow', '--events', '1e3'])).toMatchObject({
    code: 1,
    err: 'The option --events must be a whole number from 1 to 100000000.\n',
  })
  expect(await countEvents()).toBe(0)
})

test('a sandbox grows by as many events as were asked for, and every state follows from them', async () => {
  await db.write
    .insertInto('staff')
    .values({ username: 'admin@support.test', first_name: 'A', last_name: 'B', created_at: new Date() })
    .execute()
  const world = openReportedWorld(db, marketplace)
  await world.product('Rate Pro')
  await world.agencies({ 11: 'One', 12: 'Two' })
  expect(await cli(['sandbox', 'grow', '--events', '25'])).toMatchObject({ code: 0, err: '' })
  expect(await countEvents()).toBe(25)
  const { out } = await cli(['reports', 'check'])
  expect(out).toBe('Every state is what the events say.\n')
  const states = await db.read.selectFrom('agency_product').select('subscribed').execute()
  // Two agencies and three products: after 25 events one has turned round once more than the others.
  expect(states).toHaveLength(6)
  expect(states.filter(({ subscribed }) => subscribed)).toHaveLength(1)
})
