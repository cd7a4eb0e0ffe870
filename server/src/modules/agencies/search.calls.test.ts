import { agencies } from '@agency-support/contract/modules/agencies'
import { beforeAll, expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'

const server = useServer()
let reader: TestClient
beforeAll(async () => {
  reader = await server.asNew()
})

let nextId = 10_000

test('[AGENCY-LIST-09] [AGENCY-LIST-10] AgencySearch answers list items', async () => {
  await server.agency(8951, 'Lee Agency Group')
  await server.db.write
    .updateTable('agency')
    .set({ is_online: true, version_display: 'HS 6', status: 2, region_id: 3, main_contact: 'Ann Lee' })
    .where('agency_id', '=', 8951)
    .execute()
  const byName = await reader.call(agencies.search, { searchText: 'lee agency' })
  expect(JSON.parse(byName.text)).toEqual({
    code: 0,
    message: '',
    data: [
      {
        agencyId: 8951,
        name: 'Lee Agency Group',
        versionDisplay: 'HS 6',
        isCloud: true,
        status: 2,
        regionId: 3,
        mainContact: 'Ann Lee',
      },
    ],
  })
  for (const searchText of ['8951', '00008951', '8 951', 'LEE'])
    expect(
      (await reader.call(agencies.search, { searchText })).data.map(({ agencyId }) => agencyId),
    ).toContain(8951)
})

test('an id is found with its zeros and without them', async () => {
  await server.agency(1, 'First of All')
  const find = async (searchText: string): Promise<number[]> =>
    (await reader.call(agencies.search, { searchText })).data.map(({ agencyId }) => agencyId)
  for (const whole of ['00000001', '0000 0001']) expect(await find(whole)).toEqual([1])
  expect(await find('1')).toContain(1)
  expect(await find('00000002')).toEqual([])
})

test('an agency is found by its id and the beginning of its name, as they stand in its row', async () => {
  await server.agency(6938, 'Smith Insurance')
  await server.agency(6939, 'Smith 6939 Smith')
  await server.agency(6940, '6938 Smith')
  const find = async (searchText: string, max?: number): Promise<number[]> =>
    (await reader.call(agencies.search, { searchText, ...(max === undefined ? {} : { max }) })).data.map(
      ({ agencyId }) => agencyId,
    )
  expect(await find('6938 smith')).toEqual([6938, 6940])
  expect(await find('6938 smith', 1)).toEqual([6938])
  expect(await find('00006938  SMITH Insurance')).toEqual([6938])
  expect(await find('6939 smith')).toEqual([6939])
  for (const other of ['6939 jones', '6938 insurance', '693 smith', '999999999 smith'])
    expect(await find(other), other).toEqual([])
})

test.each(['%', '_', '\\', "'", '.*', '%%%%', "' or true --"])(
  '"%s" is searched for as it stands',
  async (searchText) => {
    await server.agency((nextId += 1), `Odd ${searchText} Name`)
    const { data, code } = await reader.call(agencies.search, { searchText })
    expect(code).toBe(0)
    expect(data.map(({ name }) => name)).toEqual([`Odd ${searchText} Name`])
    await server.db.write.deleteFrom('agency').where('agency_id', '=', nextId).execute()
  },
)

test('more than 500 hits are cut off, and the message says so', async () => {
  await using other = await testServer()
  const many = Array.from({ length: 501 }, (_, at) => ({
    agency_id: at + 1,
    name: `Common ${at}`,
    name_folded: `common ${at}`,
  }))
  await other.db.write.insertInto('agency').values(many).execute()
  const client = await other.asNew()
  const got = await client.call(agencies.search, { searchText: 'common' })
  expect([got.code, got.data.length, got.message]).toEqual([0, 500, 'first 500, narrow the search'])
  const all = await client.call(agencies.listConfigs, {})
  expect(all.data.map(({ agencyId }) => agencyId)).toEqual(many.map(({ agency_id: id }) => id))
})

test('of more hits than are shown the best come first, wherever they stand by name', async () => {
  await using other = await testServer()
  const many = Array.from({ length: 20_600 }, (_, at) => ({
    agency_id: at + 1,
    name: `A common ${at}`,
    name_folded: `a common ${at}`,
  }))
  for (let at = 0; at < many.length; at += 5_000)
    await other.db.write
      .insertInto('agency')
      .values(many.slice(at, at + 5_000))
      .execute()
  for (const [agency_id, name] of [
    [90_001, 'Common'],
    [90_002, 'Common Insurance'],
  ] as const)
    await other.db.write
      .insertInto('agency')
      .values({ agency_id, name, name_folded: name.toLowerCase() })
      .execute()
  const client = await other.asNew()
  const got = await client.call(agencies.search, { searchText: 'common' })
  expect(got.data.slice(0, 3).map(({ name }) => name)).toEqual(['Common', 'Common Insurance', 'A common 0'])
  expect([got.data.length, got.message]).toEqual([500, 'first 500, narrow the search'])
})
