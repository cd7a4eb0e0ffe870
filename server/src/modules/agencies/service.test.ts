import { beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../../test/use-database.ts'
import { plusSeconds } from '../../lib/clock.ts'
import { areFactsNew, keepReportedFacts } from './reported-facts.ts'
import { readAgencyName, readAgencyNames, readHosting, readStorage, readVersionDisplay } from './service.ts'
import { addDomain, listVersions } from './store.ts'

const { db, inTx } = useDatabase()
const at = new Date('2026-11-21T08:00:00Z')

beforeEach(async () => {
  await db.write.deleteFrom('agency').execute()
  const lee = { name: 'Lee', name_folded: 'lee', version_display: '5.4.2', pool_id: 4, region_id: 3 }
  await db.write
    .insertInto('agency')
    .values([
      { ...lee, agency_id: 7, agency_type: 2, storage_mode: 1, domains: 1 },
      { ...lee, agency_id: 9, name: 'Smith', name_folded: 'smith', version_display: '' },
    ])
    .execute()
})

test('other modules learn name, version, storage and hosting of an agency, and that there is none', async () => {
  expect([await readAgencyName(db.read, 7), await readVersionDisplay(db.read, 7)]).toEqual(['Lee', '5.4.2'])
  expect([await readAgencyName(db.read, 8), await readVersionDisplay(db.read, 8)]).toEqual([
    undefined,
    undefined,
  ])
  expect(await readStorage(db.read, 7)).toEqual({ agencyId: 7, poolId: 4, mode: 1 })
  expect(await readHosting(db.read, 7)).toEqual({ agencyType: 2, regionId: 3 })
  for (const read of [readStorage, readHosting]) await expect(read(db.read, 8)).rejects.toThrow('no agency 8')
})

test('names come by id, without those of agencies that are not there', async () => {
  expect(await readAgencyNames(db.read, [9, 8, 7])).toEqual([
    { agencyId: 7, name: 'Lee' },
    { agencyId: 9, name: 'Smith' },
  ])
  expect(await readAgencyNames(db.read, [])).toEqual([])
})

test('each version that some agency has is listed once', async () => {
  await db.write
    .insertInto('agency')
    .values({ agency_id: 8, name: 'x', name_folded: 'x', version_display: '5.4.2' })
    .execute()
  expect(await listVersions(db.read)).toEqual(['5.4.2'])
})

test('a system that an agency uses is new once, beside those that it used before', async () => {
  for (const [second, domain] of [4, 4, 1].entries())
    await inTx((tx) => addDomain(tx, 7, domain, plusSeconds(at, second)))
  const row = db.read
    .selectFrom('agency')
    .select(['domains', 'details_changed_at'])
    .where('agency_id', '=', 7)
  expect(await row.executeTakeFirstOrThrow()).toEqual({ domains: 5, details_changed_at: at })
})

test('facts that fit are stored beside those that do not, and these are named with their place', async () => {
  const version = 'v'.repeat(61)
  const reported = {
    agencyType: 3,
    domains: 8,
    onboardingStatus: undefined,
    timeZoneId: null,
    version,
    more: 1,
  }
  const { changed, judged } = await inTx((tx) => keepReportedFacts(tx, 7, reported, at))
  expect(changed).toEqual({ before: { agencyType: 2 }, after: { agencyType: 3 } })
  const [{ leftOut, ...all } = expect.unreachable('something was left out')] = judged
  expect(all).toEqual({ noun: 'facts', given: 4, taken: [3] })
  expect(leftOut).toEqual([
    { list: 'facts', entry: 2, problem: 'domains 8 is not known', value: 8 },
    { list: 'facts', entry: 3, problem: 'onboardingStatus is not one that is known', value: undefined },
    { list: 'facts', entry: 4, problem: 'version is not one that is known', value: version },
  ])
})

test('facts that are known already change nothing, and nothing is left out of them', async () => {
  const known = { agencyType: 2, domains: 1, version: ' 5.4.2 ', timeZoneId: null }
  expect(await areFactsNew(db.read, 7, known)).toBe(false)
  expect(await inTx((tx) => keepReportedFacts(tx, 7, known, at))).toEqual({ changed: undefined, judged: [] })
  expect(await areFactsNew(db.read, 7, { ...known, agencyType: 3 })).toBe(true)
  expect(await areFactsNew(db.read, 7, { agencyType: -1 })).toBe(false)
})
