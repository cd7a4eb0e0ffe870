import { session } from '@agency-support/contract/modules/session'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'
import { setReadOnly } from '../../../test/read-only.ts'
import { until } from '../../../test/until.ts'

test('a renewal while the database is read-only is kept by this process, and saved afterwards; any other failure is one', async () => {
  await using server = await testServer()
  const client = await server.asNew()
  const seconds = () => Math.floor(server.clock.now().getTime() / 1000)
  const renew = async (idle: string) => {
    const got = await client.call(session.renew, {}, { 'x-idle-seconds': idle })
    return [got.status, got.data[0]?.claims.exp]
  }
  const savedInput = async () => {
    const row = server.db.read.selectFrom('session').select('last_input_at')
    return (await row.where('staff_id', '=', client.person.staffId).executeTakeFirst())?.last_input_at
  }
  await setReadOnly(server.database.url, true)
  await until('reading works', async () => (await client.call(session.whoami, {})).status === 200)
  server.clock.turn(25 * 60)
  const input = server.clock.now()
  expect(await renew('0')).toEqual([200, seconds() + 3600])
  server.clock.turn(25 * 60)
  expect(await renew(String(25 * 60))).toEqual([200, seconds() + 3600])
  await setReadOnly(server.database.url, false)
  await until('the input is saved', async () => {
    const saved = await savedInput().catch(() => undefined)
    return saved?.getTime() === input.getTime()
  })
  await until('reading works', async () => (await client.call(session.whoami, {})).status === 200)
  await sql`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'broken'; end $$`.execute(server.db.write)
  await sql`create trigger fail before update on session for each row execute function fail()`.execute(
    server.db.write,
  )
  server.clock.turn(60)
  expect((await client.call(session.whoami, {})).status).toBe(200)
  expect((await client.call(session.renew, {})).status).toBe(500)
})
