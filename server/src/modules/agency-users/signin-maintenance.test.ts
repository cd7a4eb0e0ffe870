import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'
import { until } from '../../../test/until.ts'
import type { OpenDatabase } from '../../db/open.ts'
import { maintainSignins } from './signin-maintenance.ts'

const day = 24 * 60 * 60
const entry = (created: string, outcome = 0) => ({
  username: 'ABC',
  created,
  outcome,
  ip: '10.0.0.4',
  hostname: 'FRONT-1',
})

/** Every stored sign-in with its partition. */
const kept = async (db: OpenDatabase) => {
  const found = await sql<{
    created: string
    part: string
  }>`select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as created,
    tableoid::regclass::text as part from agency_sign_in order by created_at`.execute(db.write)
  return found.rows.map(({ created, part }) => `${created} ${part}`)
}
const days = async (db: OpenDatabase) => {
  const found = await sql<{
    line: string
  }>`select day || ' ' || hosting_environment || ' ' || sign_ins as line
    from agency_sign_in_day order by day`.execute(db.write)
  return found.rows.map(({ line }) => line)
}

/** Open transactions anywhere in this PostgreSQL delay the counts, so this waits until the older ones have ended. */
async function upkeep(db: OpenDatabase, now: Date): Promise<void> {
  await until('no transaction is open that is older than a sign-in', async () => {
    const { rows } = await sql`select from agency_sign_in where xid >= pg_snapshot_xmin(pg_current_snapshot())
      limit 1`.execute(db.write)
    return rows.length === 0
  })
  await maintainSignins(db, now)
}

test('[MKT-70] sign-ins lie by month; a month goes 180 days after its end, and the counts by day stay', async () => {
  await using server = await testServer()
  const { db, clock } = server
  const software = await server.software(1)
  const report = (...entries: ReturnType<typeof entry>[]) =>
    software.call(agencyUsers.reportSignins, { entries })
  await report(
    entry('2026-10-31T23:59:59.000Z'),
    entry('2026-11-01T00:00:00.000Z'),
    entry('2026-11-01T08:00:00.000Z'),
    entry('2026-11-01T09:00:00.000Z', 3),
  )
  const october = '2026-10-31 agency_sign_in_2026_10'
  const november = ['2026-11-01', '2026-11-01', '2026-11-01'].map((at) => `${at} agency_sign_in_2026_11`)
  expect(await kept(db)).toEqual([october, ...november])
  await upkeep(db, clock.now())
  await upkeep(db, clock.now())
  const counted = ['2026-10-31 locals 1', '2026-11-01 locals 2']
  expect(await days(db)).toEqual(counted)

  // It is 29 April: the end of October was 180 days ago, but November ended less than half a year ago.
  clock.turn(160 * day)
  await report(entry('2026-11-02T08:00:00.000Z'))
  await upkeep(db, clock.now())
  expect(await kept(db)).toHaveLength(5)

  clock.turn(2 * day)
  await report(entry('2026-10-31T08:00:00.000Z'))
  await upkeep(db, clock.now())
  expect(await kept(db)).toEqual([...november, '2026-11-02 agency_sign_in_2026_11'])
  expect(await days(db)).toEqual([...counted, '2026-11-02 locals 1'])
})

test('sign-ins of a month that is not made yet lie apart until it is', async () => {
  await using server = await testServer()
  const { db, clock } = server
  await server.software(1)
  const { username, outcome, ip, hostname } = entry('2027-08-01T08:00:00.000Z')
  await db.write
    .insertInto('agency_sign_in')
    .values({ agency_id: 1, username, created_at: '2027-08-01T08:00:00.000Z', outcome, ip, hostname })
    .execute()
  expect(await kept(db)).toEqual(['2027-08-01 agency_sign_in_other'])
  clock.turn(250 * day)
  await upkeep(db, clock.now())
  expect(await kept(db)).toEqual(['2027-08-01 agency_sign_in_2027_08'])
})
