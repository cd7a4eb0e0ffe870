import { agencies } from '@agency-support/contract/modules/agencies'
import { session } from '@agency-support/contract/modules/session'
import { P } from '@agency-support/contract/permissions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestServer, testServer } from '../../test/app.ts'
import { until } from '../../test/until.ts'
import { openDatabase } from '../db/open.ts'

const readOnly = 'The database is read-only at the moment. Reading works; changes are refused.'

/** Lets new connections change nothing, or anything again, and ends those that there are. */
async function setReadOnly({ database }: TestServer, on: boolean): Promise<void> {
  const name = new URL(database.url).pathname.slice(1)
  const db = openDatabase({ url: database.url, poolSize: 1, onError: () => undefined })
  await db.write.connection().execute(async (connection) => {
    await sql`set default_transaction_read_only = off`.execute(connection)
    await sql`alter database ${sql.id(name)} set default_transaction_read_only = ${sql.lit(on ? 'on' : 'off')}`.execute(
      connection,
    )
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(connection)
  })
  await db.close()
}

test('while the database is read-only people read on, and whoever changes something is told why not', async () => {
  await using server = await testServer()
  await server.agency(6938, 'Smith Insurance')
  const client = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  await setReadOnly(server, true)
  // Old enough that the person's input would be written down.
  server.clock.turn(5 * 60)
  const active = { 'x-idle-seconds': '0' }
  const config = (): ReturnType<typeof client.call<typeof agencies.config>> =>
    client.call(agencies.config, { agencyId: 6938 }, active)
  await until('reading works', async () => (await config()).status === 200)
  expect((await config()).data[0]?.name).toBe('Smith Insurance')
  const rename = { agencyId: 6938, name: 'Other' }
  const refused = await client.call(agencies.updateName, rename, active)
  expect([refused.status, refused.message, refused.headers['retry-after']]).toEqual([503, readOnly, '2'])
  const renewed = await client.call(session.renew, {})
  expect([renewed.status, renewed.message]).toEqual([503, readOnly])

  await setReadOnly(server, false)
  await until('changing works', async () => (await client.call(agencies.updateName, rename)).status === 200)
})
