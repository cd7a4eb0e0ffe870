import { agencyStatuses } from '@agency-support/contract/modules/agencies'
import { onboardingStatuses } from '@agency-support/contract/rules/agency-facts'
import { hostingEnvironments, toHostingEnvironment } from '@agency-support/contract/rules/hosting-environment'
import { foldText } from '@agency-support/contract/rules/search'
import { withConnection } from '@agency-support/server/db/connection'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../server/test/use-database.ts'
import { demoAgencies } from './agencies.ts'
import { demoAccounts, seedDemo } from './seed.ts'

const { database, db } = useDatabase({ poolSize: 1 })

const many = [...demoAgencies(2_000, 1)]

test('the same seed makes the same agencies, and more of them begin with the same ones', () => {
  expect([...demoAgencies(2_000, 1)]).toEqual(many)
  expect([...demoAgencies(300, 1)]).toEqual(many.slice(0, 300))
  expect([...demoAgencies(2_000, 2)]).not.toEqual(many)
  expect([...demoAgencies(3, 1)]).toHaveLength(3)
})

test('the agencies that tests name are there', () => {
  const byId = new Map(many.map((agency) => [agency.agencyId, agency]))
  expect(byId.get(6938)).toMatchObject({ name: 'Smith Insurance', versionDisplay: '5.4.2', isOnline: false })
  expect(byId.get(12345)).toMatchObject({ isOnline: true, versionDisplay: 'HS 6' })
  for (const id of [8951, 13141, 6866, 99999103, 99999104, 99999111, 99999808, 90000001])
    expect(byId.has(id)).toBe(true)
})

test('names are of every sort an agency may have', () => {
  const names = many.map(({ name }) => name)
  expect(new Set(names).size).toBeLessThan(names.length)
  expect(names).toContain('')
  expect(Math.max(...names.map((name) => name.length))).toBe(100)
  for (const sort of [/&/, /'/, /,/, /ñ/, /\p{Script=Han}/u])
    expect(names.some((name) => sort.test(name))).toBe(true)
})

test('every value is one the contract knows, and every region, status and step occurs', () => {
  expect(new Set(many.map(({ agencyId }) => agencyId)).size).toBe(many.length)
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set(agencyStatuses.map(({ value }) => value)))
  expect(new Set(many.map(({ onboardingStatus }) => onboardingStatus))).toEqual(
    new Set(onboardingStatuses.map(({ id }) => id)),
  )
  expect(new Set(many.map(({ regionId }) => regionId))).toEqual(new Set([0, 1, 2, 3]))
  expect(new Set(many.map(({ poolId }) => poolId))).toEqual(
    new Set(Array.from({ length: 12 }, (_, at) => at + 1)),
  )
  // 2 and 4 are the two kinds of Opus.
  expect(new Set(many.map(({ agencyType }) => agencyType))).toEqual(new Set([0, 1, 2, 3, 4]))
  const online = many.filter(({ isOnline }) => isOnline)
  expect(online.every(({ versionDisplay }) => versionDisplay === 'HS 6')).toBe(true)
  expect(online.length / many.length).toBeCloseTo(0.15, 1)
})

test('[MKT-78] the first demo agencies alone, with both kinds of Opus, sign in to all five hosting environments', () => {
  const first = many.slice(0, 300)
  expect(new Set(first.map(toHostingEnvironment))).toEqual(new Set(hostingEnvironments))
  expect(new Set(first.map(({ agencyType }) => agencyType))).toEqual(new Set([0, 1, 2, 3, 4]))
})

test('seeding fills the database once; what was there before stays', async () => {
  const log: string[] = []
  const seed = (agencies: number) =>
    seedDemo({ databaseUrl: database.url, agencies, log: (line) => log.push(line) })
  await db.write
    .insertInto('agency')
    .values({ agency_id: 8951, name: 'Imported before', name_folded: 'imported before' })
    .execute()
  await seed(400)
  const rows = await db.read.selectFrom('agency').selectAll().execute()
  expect(rows).toHaveLength(400)
  expect(rows.every(({ name, name_folded }) => name_folded === foldText(name))).toBe(true)
  expect(rows.find(({ agency_id }) => agency_id === 8951)?.name).toBe('Imported before')

  const live = rows.filter(
    ({ agency_id, onboarding_status }) => agency_id !== 8951 && onboarding_status === 7,
  )
  const went = await db.read
    .selectFrom('activity_event')
    .select(['agency_id', 'category', 'change', 'at'])
    .execute()
  expect(new Set(went.map(({ agency_id }) => agency_id))).toEqual(
    new Set(live.map(({ agency_id }) => agency_id)),
  )
  expect(went.every(({ category, change }) => category === 'Cloud' && change === 1)).toBe(true)
  expect(new Set(went.map(({ at }) => at.getUTCFullYear())).size).toBeGreaterThan(1)

  const staff = await db.read
    .selectFrom('staff')
    .select(['username', 'status', 'permissions'])
    .orderBy('username')
    .execute()
  expect(staff.map(({ username, status, permissions }) => [username, status, permissions.length])).toEqual([
    ['admin@support.test', 0, 26],
    ['agent@support.test', 0, 1],
    ['new@support.test', 3, 1],
  ])

  await seed(400)
  await seed(500)
  expect(await db.read.selectFrom('agency').selectAll().execute()).toEqual(rows)
  expect(log).toEqual([
    expect.stringMatching(/^Demo data: 400 agencies and 3 accounts in /),
    'The demo data stays as it is, with 400 agencies; npm run reset makes room for 500.',
  ])
})

test('the index of names, built anew, is the one of the schema', async () => {
  const { rows } = await withConnection(database.url, (client) =>
    client.query("select pg_get_indexdef('agency_name_grams'::regclass) as definition"),
  )
  expect(rows).toEqual([
    {
      definition:
        'CREATE INDEX agency_name_grams ON public.agency USING gin (name_grams(name_folded)) WITH (fastupdate=off)',
    },
  ])
})

test('every account says what it is for', () => {
  for (const { about } of demoAccounts) expect(about).toMatch(/^[a-z].*\.$/)
})
