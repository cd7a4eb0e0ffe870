import { agencies } from '@agency-support/contract/modules/agencies'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'

const given = { agencyName: 'Nova Insurance', projectedClients: 1200, projectedUsers: 8, isOnline: true }
const server = useServer()
let maker: TestClient

beforeAll(async () => {
  maker = await server.asNew({
    permissions: [P.CanAccess, P.CreateNewAgency],
    username: 'maker@support.test',
  })
})

const stored = (agencyId: number) =>
  server.db.read
    .selectFrom('agency')
    .select(['name', 'name_folded', 'is_online', 'projected_clients', 'projected_users', 'version'])
    .where('agency_id', '=', agencyId)
    .execute()

test('[SETUP5X-20] [SETUP5X-21] AddAgency creates what it carries and answers code 0', async () => {
  const agency = { agencyId: 1234, ...given, agencyName: '  Nóva Insurance ' }
  const { code, message, data } = await maker.call(agencies.add, { agency })
  expect([code, message]).toEqual([0, ''])
  expect(data).toMatchObject([{ agencyId: 1234, name: 'Nóva Insurance', isOnline: true, version: 1 }])
  expect(await stored(1234)).toEqual([
    {
      name: 'Nóva Insurance',
      name_folded: 'nova insurance',
      is_online: true,
      projected_clients: 1200,
      projected_users: 8,
      version: 1,
    },
  ])
  const entries = await server.db.read
    .selectFrom('journal')
    .select(['actor', 'event', 'after'])
    .where('agency_id', '=', 1234)
    .execute()
  expect(entries).toEqual([
    {
      actor: 'maker@support.test',
      event: 'agencies.added',
      after: { name: 'Nóva Insurance', projectedClients: 1200, projectedUsers: 8, isOnline: true },
    },
  ])
  const { data: found } = await maker.call(agencies.search, { searchText: 'nova' })
  expect(found).toMatchObject([{ agencyId: 1234 }])
})

test('[SETUP5X-20] [SETUP5X-21] the flat form of the first document is taken as well; nothing said of it, an agency is not online', async () => {
  const { isOnline: _, ...offline } = given
  const { code } = await maker.call(agencies.add, { agencyId: 1235, ...offline })
  expect(code).toBe(0)
  expect(await stored(1235)).toMatchObject([{ name: 'Nova Insurance', is_online: false }])
})

test('an id that is taken is refused and the agency stays as it is', async () => {
  await server.agency(6938, 'Smith Insurance')
  const refused = await maker.call(agencies.add, { agency: { agencyId: 6938, ...given } })
  expect([refused.status, refused.code, refused.message]).toEqual([200, 409, 'Agency already exists.'])
  expect(await stored(6938)).toMatchObject([{ name: 'Smith Insurance' }])
})

test('12 people create one id at once: one succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, turn) =>
      maker.call(agencies.add, { agency: { agencyId: 7777, ...given, agencyName: `Try ${turn}` } }),
    ),
  )
  const codes = answers.map(({ code }) => code)
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes.filter((code) => code === 409)).toHaveLength(11)
})

test('[SETUP5X-22] without CreateNewAgency AddAgency is refused', async () => {
  const others = Object.values(P).filter((permission) => permission !== P.CreateNewAgency)
  const person = await server.asNew({ permissions: others })
  const refused = await person.call(agencies.add, { agency: { agencyId: 1236, ...given } })
  expect([refused.status, refused.code]).toEqual([403, 403])
  expect(await stored(1236)).toEqual([])
})

test('the server repeats the rules of the form, with its texts', async () => {
  const wrong = [
    [{ agencyId: 0 }, 'Must be a positive number'],
    [{ agencyId: 100_000_000 }, 'Agency id has at most 8 digits.'],
    [{ agencyId: undefined }, 'Required'],
    [{ agencyName: '  ' }, 'Required'],
    [{ agencyName: 'x'.repeat(101) }, 'Agency name must be 1 to 100 characters.'],
    [{ projectedClients: 0 }, 'Must be a positive number'],
    [{ projectedClients: 1_000_001 }, "Can't be greater than 1,000,000"],
    [{ projectedUsers: -1 }, 'Must be a positive number'],
    [{ isOnline: 'yes' }, 'isOnline must be true or false.'],
  ] as const
  for (const [part, sentence] of wrong) {
    const refused = await maker.call(agencies.add, { agency: { agencyId: 1237, ...given, ...part } })
    expect([part, refused.status, refused.message]).toEqual([part, 400, sentence])
  }
  expect(await stored(1237)).toEqual([])
  const most = { agencyId: 99_999_999, ...given, projectedClients: 1_000_000, projectedUsers: 9_999_999 }
  expect((await maker.call(agencies.add, { agency: most })).code).toBe(0)
})
