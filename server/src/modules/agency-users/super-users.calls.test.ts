import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { P } from '@agency-support/contract/permissions'
import { expiresOn, type TemporaryHours } from '@agency-support/contract/rules/temporary-users'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { verifyPassword } from '../../auth/passwords/hash.ts'

const password = 'Kx7#mQ2!vR9@tL4$'
const server = useServer()
let reader: TestClient
let maker: TestClient & { person: { username: string } }
beforeAll(async () => {
  reader = await server.asNew()
  maker = await server.asNew({ permissions: [P.CanAccess, P.SuperUserCreation] })
})

const inputFor = (agencyId: number, initials = '--0', hours: TemporaryHours = 2) => ({
  Username: initials,
  AgencyId: agencyId,
  Password: password,
  ExpiresOn: expiresOn(server.clock.now(), hours),
  // Nobody fetches the previous command.
  Again: true,
})

const listUsers = async (agencyId: number) => (await reader.call(agencyUsers.users, { agencyId })).data
const listLive = async (agencyId: number) =>
  (await reader.call(agencyUsers.liveSuperUsers, { agencyId })).data

/** The whole database as text, to search for what must not be stored. */
async function everything(): Promise<string> {
  const { write } = server.db
  const { rows } = await sql<{
    table: string
  }>`select table_name as table from information_schema.tables where table_schema = 'public'`.execute(write)
  const texts = await Promise.all(
    rows.map(({ table }) => sql`select t::text as row from ${sql.table(table)} t`.execute(write)),
  )
  return JSON.stringify(texts.map((found) => found.rows))
}

test('users are listed by name, temporary ones among those that the agency reported', async () => {
  const { agencyId, software } = await server.newSoftware()
  const user = {
    firstName: '',
    lastName: '',
    online: false,
    status: 0,
    userFlags: 0,
    agencyPermissions: [],
    emailVerified: false,
  }
  const report = (...names: readonly string[]) =>
    software.call(agencyUsers.reportUsers, { users: names.map((username) => ({ ...user, username })) })
  await report('XYZ')
  await report('XYZ', 'ABC')
  for (const initials of ['-ZZ', '-AA'])
    expect((await maker.call(agencyUsers.createSuperUser, inputFor(agencyId, initials))).code).toBe(0)
  const names = (await listUsers(agencyId)).map(({ username }) => username)
  expect(names).toEqual(['-AA', '-ZZ', 'ABC', 'XYZ'])
})

describe('creating', () => {
  test('[TEMPUSER-12] [TEMPUSER-13] a temporary user is made, listed and sent to the agency', async () => {
    const { agencyId, software } = await server.newSoftware()
    const input = { ...inputFor(agencyId), Reason: 'Ticket 4711' }
    const got = await maker.send({
      method: 'POST',
      path: '/agency/profile/create-5x-super-user',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    expect(got.status).toBe(200)
    expect(JSON.parse(got.body)).toEqual({
      code: 0,
      message: '',
      data: [
        {
          grantId: expect.any(Number),
          username: '--0',
          agencyId,
          created: server.clock.now().toISOString(),
          expiresOn: input.ExpiresOn,
          commandId: expect.any(Number),
        },
      ],
    })
    expect(await listUsers(agencyId)).toMatchObject([
      { username: '--0', expiresOn: input.ExpiresOn, status: 0, userFlags: 4 },
    ])
    expect(await listLive(agencyId)).toMatchObject([{ username: '--0', createdBy: maker.person.username }])
    expect((await reader.call(agencyCommands.queue, { agencyId })).data).toMatchObject([
      { command: 'superUsers', argument: '' },
    ])
    const journal = await server.db.read
      .selectFrom('journal')
      .select(['actor', 'subject', 'after', 'reason'])
      .where('agency_id', '=', agencyId)
      .where('event', '=', 'agencyUsers.superUserCreated')
      .execute()
    expect(journal).toEqual([
      {
        actor: maker.person.username,
        subject: '--0',
        after: { initials: '--0', expires: input.ExpiresOn },
        reason: 'Ticket 4711',
      },
    ])
    const { data } = await software.call(agencyUsers.superUsers, {})
    expect(data).toMatchObject([{ username: '--0', expiresOn: input.ExpiresOn }])
    expect(data[0]?.passwordHash).toMatch(/^\$argon2id\$/)
    expect(await verifyPassword(data[0]?.passwordHash ?? '', password)).toBe(true)
  })

  test('the password itself is kept nowhere and comes back in no answer', async () => {
    const { agencyId } = await server.newSoftware()
    const key = { 'idempotency-key': 'one-and-the-same-key' }
    const first = await maker.call(agencyUsers.createSuperUser, inputFor(agencyId), key)
    const again = await maker.call(agencyUsers.createSuperUser, inputFor(agencyId), key)
    expect(again.text).toBe(first.text)
    const refused = await maker.call(agencyUsers.createSuperUser, {
      ...inputFor(agencyId, '--1'),
      Password: 'zzSecretlyWeakzz',
    })
    expect(refused.status).toBe(400)
    const said = [first.text, refused.text, JSON.stringify(await listUsers(agencyId)), await everything()]
    for (const text of said) {
      expect(text).not.toContain(password)
      expect(text).not.toContain('zzSecretlyWeakzz')
    }
  })

  test('[TEMPUSER-02] needs SuperUserCreation and no other permission will do', async () => {
    const { agencyId } = await server.newSoftware()
    const others = Object.values(P).filter((id) => id !== P.SuperUserCreation)
    const other = await server.asNew({ permissions: others })
    for (const call of [agencyUsers.createSuperUser, agencyUsers.createSuperUser6x])
      expect((await other.call(call, inputFor(agencyId))).status).toBe(403)
    expect((await other.call(agencyUsers.revokeSuperUser, { agencyId, grantId: 1 })).status).toBe(403)
    expect(await listUsers(agencyId)).toEqual([])
  })

  test('the server repeats the rules of the form', async () => {
    const { agencyId } = await server.newSoftware()
    const good = inputFor(agencyId)
    const wrong = [
      [{ Username: '' }, 'Initials are 3 characters from 0-9 and A-Z, with dashes in front.'],
      [{ Username: 'A--' }, 'Initials are 3 characters from 0-9 and A-Z, with dashes in front.'],
      [{ Password: 'Short1!' }, 'Password must be at least 8 characters.'],
      [
        { Password: 'alllowercase1!' },
        'Password must hold an uppercase letter, a lowercase letter, a digit and a symbol.',
      ],
      [{ ExpiresOn: 'tomorrow' }, 'Must be an instant such as 2026-11-21T08:15:00Z.'],
      [{ Reason: 'x'.repeat(501) }, 'Reason must be at most 500 characters.'],
    ] as const
    for (const [part, sentence] of wrong) {
      const got = await maker.call(agencyUsers.createSuperUser, { ...good, ...part })
      expect([part, got.status, got.message]).toEqual([part, 400, sentence])
    }
    const lower = await maker.call(agencyUsers.createSuperUser, { ...good, Username: '-ab' })
    expect(lower.data[0]?.username).toBe('-AB')
  })

  test('[TEMPUSER-11] it lasts 2, 8, 24 or 72 hours by the server’s clock, give or take five minutes', async () => {
    const { agencyId } = await server.newSoftware()
    const ending = (minutes: number) =>
      new Date(server.clock.now().getTime() + minutes * 60_000).toISOString()
    for (const [initials, minutes] of [
      ['--A', 2 * 60],
      ['--B', 8 * 60 - 4],
      ['--C', 24 * 60 + 4],
      ['--D', 72 * 60 + 5],
    ] as const) {
      const input = { ...inputFor(agencyId, initials), ExpiresOn: ending(minutes) }
      expect((await maker.call(agencyUsers.createSuperUser, input)).code).toBe(0)
    }
    for (const minutes of [-60, 0, 60, 3 * 60, 72 * 60 + 6, 365 * 24 * 60]) {
      const input = { ...inputFor(agencyId, '--E'), ExpiresOn: ending(minutes) }
      const got = await maker.call(agencyUsers.createSuperUser, input)
      expect([got.status, got.code, got.message]).toEqual([
        200,
        422,
        'ExpiresOn must be 2, 8, 24 or 72 hours from now.',
      ])
    }
  })

  test('an agency that is not there has no users', async () => {
    const got = await maker.call(agencyUsers.createSuperUser, inputFor(99_999_997))
    expect([got.status, got.code, got.message]).toEqual([200, 2, 'Agency not found'])
  })
})

describe('inside a frame', () => {
  test('[TEMPUSER-15] /staff/request with Command CreateSuperUser answers code 200, data and message', async () => {
    const { agencyId } = await server.newSoftware()
    const got = await maker.send({
      method: 'POST',
      path: '/staff/request',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Command: 'CreateSuperUser', CreateSuperUser: inputFor(agencyId) }),
    })
    expect(got.status).toBe(200)
    expect(JSON.parse(got.body)).toMatchObject({
      code: 200,
      message: '',
      data: [{ username: '--0', agencyId }],
    })
    const twice = await maker.call(agencyUsers.createSuperUser6x, inputFor(agencyId))
    expect([twice.status, twice.code, twice.message]).toEqual([200, 409, 'Initials already in use.'])
  })

  test('[TEMPUSER-16] Command List with List {AgencyId} answers the creation log', async () => {
    const { agencyId } = await server.newSoftware()
    await maker.call(agencyUsers.createSuperUser, inputFor(agencyId))
    const got = await reader.send({
      method: 'POST',
      path: '/staff/request',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Command: 'List', List: { AgencyId: agencyId } }),
    })
    const { data } = await reader.call(agencyUsers.creationLogs, { agencyId })
    expect(data).toHaveLength(1)
    expect(JSON.parse(got.body)).toEqual({ code: 200, message: '', data })
  })

  test.each([
    [{ Command: 'List' }, 'The field List must be a JSON object.'],
    [{ Command: 'List', List: [] }, 'The field List must be a JSON object.'],
    [{ Command: 'List', List: {} }, 'Agency id must be a whole number from 1 to 99999999.'],
    [{ command: 'List', List: { AgencyId: 1 } }, 'Unknown command'],
    [{ Command: 'Remove', Remove: {} }, 'Unknown command'],
  ])('%j is bad input', async (body, sentence) => {
    const got = await reader.send({
      method: 'POST',
      path: '/staff/request',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect([got.status, JSON.parse(got.body)]).toEqual([400, { code: 400, message: sentence, data: [] }])
  })
})

test('[AG-USERS-35] [AG-USERS-37] GetSuperUserCreationLogs answers who made what, newest first; the living ones, the next to expire', async () => {
  const { agencyId } = await server.newSoftware()
  const first = (await maker.call(agencyUsers.createSuperUser, inputFor(agencyId, '--0', 72))).data[0]
  server.clock.turn(60)
  const second = (await maker.call(agencyUsers.createSuperUser, inputFor(agencyId, '--1', 8))).data[0]
  const { data } = await reader.call(agencyUsers.creationLogs, { agencyId })
  const by = maker.person.username
  expect(data).toEqual([
    { initials: '--1', username: by, created: second?.created, expires: second?.expiresOn },
    { initials: '--0', username: by, created: first?.created, expires: first?.expiresOn },
  ])
  expect((await listLive(agencyId)).map(({ username }) => username)).toEqual(['--1', '--0'])
})
