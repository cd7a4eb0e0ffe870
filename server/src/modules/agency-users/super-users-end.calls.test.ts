import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { P } from '@agency-support/contract/permissions'
import { expiresOn, initialsAlphabet, nextInitials } from '@agency-support/contract/rules/temporary-users'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { turnableClock } from '../../../test/clock.ts'
import { forgetExpiredPasswords } from './service.ts'
import { listNames } from './store.ts'

const permissions = [P.CanAccess, P.SuperUserCreation]
const server = useServer()
let reader: TestClient
let maker: TestClient
beforeAll(async () => {
  reader = await server.asNew()
  maker = await server.asNew({ permissions })
})

const inputFor = (agencyId: number, initials = '--0') => ({
  Username: initials,
  AgencyId: agencyId,
  Password: 'Kx7#mQ2!vR9@tL4$',
  ExpiresOn: expiresOn(server.clock.now(), 2),
  // Nobody fetches the previous command.
  Again: true,
})

const listUsers = async (agencyId: number) => (await reader.call(agencyUsers.users, { agencyId })).data
const listLive = async (agencyId: number) =>
  (await reader.call(agencyUsers.liveSuperUsers, { agencyId })).data

async function readHashes(agencyId: number): Promise<(string | null)[]> {
  const rows = await server.db.read
    .selectFrom('super_user')
    .select('password_hash')
    .where('agency_id', '=', agencyId)
    .execute()
  return rows.map(({ password_hash: hash }) => hash)
}

/** Another server on the same database, with its clock ahead. */
async function sameDatabaseAt(seconds: number): Promise<TestServer> {
  const clock = turnableClock(new Date(server.clock.now().getTime() + seconds * 1000).toISOString())
  return testServer({ database: server.database, clock })
}

describe('initials', () => {
  test('initials of a reported user, of a living one and of one that expired lately are in use', async () => {
    const { agencyId, software } = await server.newSoftware()
    const user = {
      username: 'abc',
      firstName: '',
      lastName: '',
      online: false,
      status: 0,
      userFlags: 0,
      agencyPermissions: [],
      emailVerified: false,
    }
    await software.call(agencyUsers.reportUsers, { users: [user] })
    const taken = async (initials: string): Promise<number> =>
      (await maker.call(agencyUsers.createSuperUser, inputFor(agencyId, initials))).code
    expect(await taken('ABC')).toBe(409)
    expect(await taken('--0')).toBe(0)
    expect(await taken('--0')).toBe(409)
    await using later = await sameDatabaseAt(29 * 24 * 3600)
    const someday = await later.asNew({ permissions })
    const input = { ...inputFor(agencyId), ExpiresOn: expiresOn(later.clock.now(), 2) }
    const got = await someday.call(agencyUsers.createSuperUser, input)
    expect([got.code, got.message]).toEqual([409, 'Initials already in use.'])
    later.clock.turn(3 * 24 * 3600)
    const free = { ...input, ExpiresOn: expiresOn(later.clock.now(), 2) }
    const again = await later.asNew({ permissions })
    expect((await again.call(agencyUsers.createSuperUser, free)).code).toBe(0)
  })

  test('12 people take the last three initials at once: each goes once, then none is left', async () => {
    const { agencyId } = await server.newSoftware()
    const all: string[] = []
    const alphabet = Array.from(initialsAlphabet)
    for (const one of alphabet) all.push(`--${one}`)
    for (const one of alphabet) for (const two of alphabet) all.push(`-${one}${two}`)
    for (const one of alphabet)
      for (const two of alphabet) for (const three of alphabet) all.push(`${one}${two}${three}`)
    const left = all.splice(-3)
    const end = new Date(server.clock.now().getTime() + 3_600_000)
    await sql`insert into super_user (agency_id, username, password_hash, created_by, created_at, expires_at)
      select ${agencyId}, username, 'made for this test', 'somebody', ${server.clock.now()}, ${end}
      from unnest(${all}::text[]) as username`.execute(server.db.write)
    const make = (initials: string) => maker.call(agencyUsers.createSuperUser, inputFor(agencyId, initials))
    const answers = await Promise.all(left.flatMap((initials) => [1, 2, 3, 4].map(() => make(initials))))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(3)
    const names = await listNames(server.db.read, agencyId)
    expect(new Set(names).size).toBe(47_988)
    expect(nextInitials(names)).toBeUndefined()
    const after = await make('ZZZ')
    expect([after.status, after.code, after.message]).toEqual([
      200,
      422,
      'Unable to generate any more users.',
    ])
  })
})

describe('the end', () => {
  test('of a temporary user comes by the server’s clock; it is shown for 30 days more', async () => {
    const { agencyId } = await server.newSoftware()
    const [made] = (await maker.call(agencyUsers.createSuperUser, inputFor(agencyId))).data
    await using later = await sameDatabaseAt(2 * 3600 - 1)
    const someday = await later.asNew({ permissions })
    expect((await someday.call(agencyUsers.liveSuperUsers, { agencyId })).data).toHaveLength(1)
    later.clock.turn(1)
    expect((await someday.call(agencyUsers.liveSuperUsers, { agencyId })).data).toEqual([])
    const expired = { agencyId, grantId: made?.grantId ?? 0 }
    expect((await someday.call(agencyUsers.revokeSuperUser, expired)).code).toBe(2)
    expect((await someday.call(agencyUsers.users, { agencyId })).data).toHaveLength(1)
    const laterSoftware = await later.software(agencyId)
    expect((await laterSoftware.call(agencyUsers.superUsers, {})).data).toEqual([])
    await forgetExpiredPasswords(server.db, later.clock.now())
    expect(await readHashes(agencyId)).toEqual([null])
    later.clock.turn(30 * 24 * 3600)
    const muchLater = await later.asNew()
    expect((await muchLater.call(agencyUsers.users, { agencyId })).data).toEqual([])
    expect((await muchLater.call(agencyUsers.creationLogs, { agencyId })).data).toHaveLength(1)
  })

  test('by hand comes at once, once, with the reason in the journal', async () => {
    const { agencyId, software } = await server.newSoftware()
    const made = (await maker.call(agencyUsers.createSuperUser, inputFor(agencyId))).data[0]
    const grantId = made?.grantId ?? 0
    const revoke = () =>
      maker.call(agencyUsers.revokeSuperUser, { agencyId, grantId, reason: ' No longer needed ' })
    const codes = (await Promise.all(Array.from({ length: 12 }, revoke))).map(({ code }) => code)
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, ...Array.from({ length: 11 }, () => 2)])
    expect((await revoke()).message).toBe('This temporary user has already been revoked or has expired.')
    expect(await listUsers(agencyId)).toEqual([])
    expect(await listLive(agencyId)).toEqual([])
    expect((await software.call(agencyUsers.superUsers, {})).data).toEqual([])
    const rows = await server.db.read
      .selectFrom('journal')
      .select(['subject', 'before', 'reason'])
      .where('agency_id', '=', agencyId)
      .where('event', '=', 'agencyUsers.superUserRevoked')
      .execute()
    expect(rows).toEqual([
      { subject: '--0', before: { initials: '--0', expires: made?.expiresOn }, reason: 'No longer needed' },
    ])
    expect(await readHashes(agencyId)).toEqual([null])
    expect((await maker.call(agencyUsers.createSuperUser, inputFor(agencyId))).code).toBe(0)
  })

  test('of another agency’s temporary user cannot be had', async () => {
    const { agencyId } = await server.newSoftware()
    const other = await server.newSoftware()
    const grantId = (await maker.call(agencyUsers.createSuperUser, inputFor(agencyId))).data[0]?.grantId ?? 0
    const got = await maker.call(agencyUsers.revokeSuperUser, { agencyId: other.agencyId, grantId })
    expect([got.status, got.code]).toEqual([200, 2])
    expect(await listLive(agencyId)).toHaveLength(1)
  })
})
