import { beforeEach, expect, test } from 'vitest'
import type { Tx } from '../../db/open.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { setFacts } from './facts-store.ts'
import { findAgency, findLastChange, listAgencies, renameAgency, setAgencyStatus } from './store.ts'

const { db, inTx } = useDatabase({ poolSize: 10 })

beforeEach(async () => {
  await db.write.deleteFrom('agency').execute()
  await db.write
    .insertInto('agency')
    .values({ agency_id: 7, name: 'Lee', name_folded: 'lee', status: 2 })
    .execute()
})

const at = new Date('2026-11-21T08:00:00Z')
const rename = (name: string, version?: number) =>
  db.write
    .transaction()
    .execute((tx) =>
      renameAgency(tx, { agencyId: 7, name, nameFolded: name.toLowerCase(), version, by: 'ann', at }),
    )
const setStatus = (status: number, version?: number) =>
  db.write.transaction().execute((tx) => setAgencyStatus(tx, { agencyId: 7, status, version, by: 'bob', at }))

test('a rename returns the new row and the old name, and counts the versions', async () => {
  expect(await rename('Lee Group')).toMatchObject({
    agency_id: 7,
    name: 'Lee Group',
    before: 'Lee',
    version: 2,
  })
  const row = await db.read.selectFrom('agency').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ name_folded: 'lee group', version: 2, name_version: 2, status_version: 1 })
})

test('the same value changes nothing, whatever the version', async () => {
  expect(await rename('Lee')).toBeUndefined()
  expect(await setStatus(2, 0)).toBeUndefined()
  expect(await findAgency(db.read, 7)).toMatchObject({ version: 1 })
})

test('a version is stale only when the same field changed after it', async () => {
  await setStatus(4, 1)
  expect(await rename('Lee Group', 1)).toMatchObject({ version: 3 })
  expect(await rename('Lee & Sons', 2)).toBeUndefined()
  expect(await rename('Lee & Sons', 3)).toMatchObject({ version: 4, before: 'Lee Group' })
  expect(await setStatus(5, 2)).toMatchObject({ version: 5, before: 4 })
  expect(await setStatus(1, 4)).toBeUndefined()
})

test('versions that nobody can have read do no harm', async () => {
  expect(await rename('One', -5)).toMatchObject({ version: 2 })
  expect(await rename('Two', Number.MAX_SAFE_INTEGER)).toMatchObject({ version: 3 })
})

test('a fact that is set while another change waits is the one before that change', async () => {
  const setPool = (tx: Tx, pool: number) => setFacts(tx, 7, { pool_id: pool }, { by: 'ann', at })
  const { running } = await inTx(async (tx) => {
    await setPool(tx, 2)
    const other = inTx((later) => setPool(later, 3))
    await untilOneWaits(tx, 'agency')
    return { running: other }
  })
  expect(await running).toMatchObject({ before_pool_id: 2, pool_id: 3 })
})

test('renames at the same time follow one another: no version and no name is lost', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `Lee ${at}`)
  const changes = await Promise.all(names.map((name) => rename(name)))
  const ordered = changes.toSorted((one, other) => (one?.version ?? 0) - (other?.version ?? 0))
  expect(ordered.map((change) => change?.version)).toEqual(names.map((_, at) => at + 2))
  expect(ordered.map((change) => change?.before)).toEqual([
    'Lee',
    ...ordered.slice(0, -1).map((change) => change?.name),
  ])
})

test('of two renames that read the same version one is stale', async () => {
  const changes = await Promise.all([rename('One', 1), rename('Two', 1), rename('Three', 1)])
  expect(changes.filter((change) => change !== undefined)).toHaveLength(1)
})

test('an agency that is not there is not changed', async () => {
  const change = { agencyId: 8, name: 'x', nameFolded: 'x', version: undefined, by: 'ann', at }
  expect(await db.write.transaction().execute((tx) => renameAgency(tx, change))).toBeUndefined()
  expect(await findAgency(db.read, 8)).toBeUndefined()
})

test('a field tells who changed it last; one with its first value tells nobody', async () => {
  const last = (agencyId: number, field: 'name' | 'status' | 'storage_mode') =>
    db.write.transaction().execute((tx) => findLastChange(tx, agencyId, field))
  await rename('Lee Group')
  await setStatus(4)
  expect(await last(7, 'name')).toEqual({ changed_by: 'ann', changed_at: at })
  expect(await last(7, 'status')).toEqual({ changed_by: 'bob', changed_at: at })
  expect(await last(7, 'storage_mode')).toEqual({ changed_by: null, changed_at: null })
  expect(await last(8, 'name')).toBeUndefined()
})

test('all agencies are read by id across pages, each once', async () => {
  const ids = Array.from({ length: 25 }, (_, at) => 100 - at * 3)
  await db.write
    .insertInto('agency')
    .values(ids.map((agency_id) => ({ agency_id })))
    .execute()
  const whole = [...ids, 7].toSorted((one, other) => one - other)
  for (const size of [1, 10, 26, 500]) {
    const read: { id: number }[] = []
    for await (const piece of listAgencies(db.read, { id: 'agency_id' }, size))
      read.push(...(JSON.parse(`[${piece}]`) as { id: number }[]))
    expect([size, read]).toEqual([size, whole.map((id) => ({ id }))])
  }
})
