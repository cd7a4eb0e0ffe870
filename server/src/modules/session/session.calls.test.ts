import { agencies } from '@agency-support/contract/modules/agencies'
import { session } from '@agency-support/contract/modules/session'
import { staff } from '@agency-support/contract/modules/staff'
import { permissionMessages } from '@agency-support/contract/permissions'
import { describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { allPermissions, type Person } from '../../../test/people.ts'

const server = useServer()

const seconds = (): number => Math.floor(server.clock.now().getTime() / 1000)
const getStatus = async (client: TestClient, idle?: number): Promise<number> =>
  (await client.call(session.whoami, {}, idle === undefined ? {} : { 'x-idle-seconds': String(idle) })).status
const minute = 60

/** Works for some minutes: occasional input, and renewals as the console makes them. */
async function workFor(client: TestClient, minutes: number): Promise<void> {
  for (let at = 0; at < minutes; at += 10) {
    server.clock.turn(10 * minute)
    await client.call(session.renew, {}, { 'x-idle-seconds': '0' })
  }
}

describe('whoami', () => {
  test('[AUTH-03] [PERM-06] answers claims with name, end in epoch seconds and permissions', async () => {
    const client = await server.asNew({ permissions: [2000, 2006] })
    const got = await client.call(session.whoami, {})
    expect(JSON.parse(got.text)).toEqual({
      claims: {
        hsUserName: client.person.username,
        exp: seconds() + 3600,
        permissions: [2000, 2006],
        passwordChangeRequired: false,
      },
      liveMark: expect.stringMatching(/^\d+:\d+:[\d,]*$/),
    })
  })

  test('[AUTH-06] a session is good until the second before its end, and not at it', async () => {
    const client = await server.asNew()
    server.clock.turn(25 * minute)
    await client.call(session.whoami, {}, { 'x-idle-seconds': '0' })
    server.clock.turn(25 * minute)
    await client.call(session.whoami, {}, { 'x-idle-seconds': '0' })
    server.clock.turn(10 * minute - 1)
    const last = await client.call(session.whoami, {}, { 'x-idle-seconds': '0' })
    expect(last.bare().claims.exp).toBe(seconds() + 1)
    server.clock.turn(1)
    expect(await getStatus(client, 0)).toBe(401)
  })
})

describe('renewal', () => {
  test('[AUTH-04] answers claims in data[0], good for another hour', async () => {
    const client = await server.asNew()
    server.clock.turn(20 * minute)
    const got = await client.call(session.renew, {})
    expect(JSON.parse(got.text)).toEqual({
      code: 0,
      message: '',
      data: [
        { claims: expect.objectContaining({ exp: seconds() + 3600, hsUserName: client.person.username }) },
      ],
    })
    expect(got.headers['set-cookie']).toBeUndefined()
    expect((await client.call(session.renewByPost, {})).data[0]?.claims.exp).toBe(seconds() + 3600)
  })

  test('six at once leave the session as it is', async () => {
    const client = await server.asNew()
    const got = await Promise.all(Array.from({ length: 6 }, () => client.call(session.renew, {})))
    expect(new Set(got.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await getStatus(client)).toBe(200)
  })

  test('never reaches past twelve hours', async () => {
    const client = await server.asNew()
    const end = seconds() + 12 * 3600
    await workFor(client, 12 * 60 - 10)
    server.clock.turn(9 * minute)
    expect((await client.call(session.renew, {}, { 'x-idle-seconds': '0' })).data[0]?.claims.exp).toBe(end)
    server.clock.turn(minute - 1)
    expect(await getStatus(client, 0)).toBe(200)
    server.clock.turn(1)
    expect(await getStatus(client, 0)).toBe(401)
    expect((await client.call(session.renew, {})).status).toBe(401)
  })

  test('never takes away: when the clock jumps back the end stays', async () => {
    const client = await server.asNew()
    const before = (await client.call(session.renew, {})).data[0]?.claims.exp
    server.clock.turn(-10 * minute)
    expect((await client.call(session.renew, {})).data[0]?.claims.exp).toBe(before)
    expect((await client.call(session.whoami, {})).bare().claims.exp).toBe(before)
    server.clock.turn(10 * minute)
  })
})

describe('idleness', () => {
  test('thirty minutes without input end the session, whatever the timer renews', async () => {
    const client = await server.asNew()
    for (let at = 10; at <= 20; at += 10) {
      server.clock.turn(10 * minute)
      await client.call(session.renew, {}, { 'x-idle-seconds': String(at * minute) })
    }
    server.clock.turn(10 * minute - 1)
    expect(await getStatus(client, 30 * minute - 1)).toBe(200)
    server.clock.turn(1)
    expect(await getStatus(client, 30 * minute)).toBe(401)
    expect(await getStatus(client, 0)).toBe(401)
  })

  test('input keeps it, also one that is reported late', async () => {
    const client = await server.asNew()
    server.clock.turn(25 * minute)
    expect(await getStatus(client, 5 * minute)).toBe(200)
    server.clock.turn(24 * minute)
    expect(await getStatus(client)).toBe(200)
    server.clock.turn(minute)
    expect(await getStatus(client)).toBe(401)
  })

  test.each(['-1', '1e9', 'soon', '999999', ''])('an idle time of "%s" says nothing', async (idle) => {
    const client = await server.asNew()
    server.clock.turn(29 * minute)
    expect((await client.call(session.whoami, {}, { 'x-idle-seconds': idle })).status).toBe(200)
    server.clock.turn(minute)
    expect(await getStatus(client)).toBe(401)
  })
})

describe('sign-out', () => {
  test.each(['signOut', 'signOutByGet'] as const)(
    '[AUTH-02] %s ends the session and takes the cookie back',
    async (name) => {
      const client = await server.asNew()
      const cookie = client.cookie
      const got = await client.call(session[name], {})
      expect([got.status, got.text]).toEqual([200, '{"code":0,"message":"","data":[]}'])
      expect(got.headers['set-cookie']).toEqual([
        'agency_support=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
      ])
      client.cookie = cookie
      expect(await getStatus(client)).toBe(401)
      expect((await client.call(session.renew, {})).status).toBe(401)
      expect((await client.call(agencies.timeZones, {})).status).toBe(401)
    },
  )

  test('twice, or without a session, it is harmless and leaves no second row', async () => {
    const client = await server.asNew()
    const cookie = client.cookie
    await client.call(session.signOut, {})
    client.cookie = cookie
    expect((await client.call(session.signOut, {})).code).toBe(0)
    expect((await (await server.as(null)).call(session.signOut, {})).code).toBe(0)
    const rows = await server.db.read
      .selectFrom('journal')
      .select('event')
      .where('subject', '=', client.person.username)
      .execute()
    expect(rows).toEqual([{ event: 'session.signedOut' }])
  })

  test('it ends this session and no other of the person', async () => {
    const person = await server.person()
    const [one, other] = [await server.as(person), await server.as(person)]
    await one.call(session.signOut, {})
    expect(await getStatus(other)).toBe(200)
  })

  test('once it is answered nothing more succeeds, of twenty calls under way', async () => {
    const client = await server.asNew()
    const cookie = client.cookie
    const before = Array.from({ length: 10 }, () => client.call(agencies.timeZones, {}))
    await client.call(session.signOut, {})
    client.cookie = cookie
    const after = await Promise.all(Array.from({ length: 10 }, () => client.call(agencies.timeZones, {})))
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]))
    for (const { status } of await Promise.all(before)) expect([200, 401]).toContain(status)
  })
})

describe('what changes while a person works', () => {
  const give = async ({ username }: Person, permissions: number[]): Promise<void> => {
    const admin = await server.asNew({ permissions: allPermissions })
    expect((await admin.call(staff.savePermissions, { user: { username, permissions } })).code).toBe(0)
  }

  test('disabled: the next call answers 401', async () => {
    const client = await server.asNew()
    const admin = await server.asNew({ permissions: allPermissions })
    const { username } = client.person
    expect((await admin.call(staff.disableAccount, { username })).code).toBe(0)
    expect(await getStatus(client)).toBe(401)
  })

  test('[PERM-02] a permission taken away: the next call answers 403, and whoami says so', async () => {
    const client = await server.asNew({ permissions: [2000, 2006] })
    await server.agency(77)
    expect((await client.call(agencies.updateName, { agencyId: 77, name: 'Second' })).status).toBe(200)
    await give(client.person, [2000])
    const got = await client.call(agencies.updateName, { agencyId: 77, name: 'Third' })
    expect([got.status, got.message]).toEqual([403, permissionMessages.feature])
    expect((await client.call(session.whoami, {})).bare().claims.permissions).toEqual([2000])
    await give(client.person, [2000, 2006])
    expect((await client.call(agencies.updateName, { agencyId: 77, name: 'Third' })).status).toBe(200)
  })

  test('[PERM-03] CanAccess taken away: in the session, as in a new one, a call answers 403 with its sentence, and whoami says who has lost it', async () => {
    const before = await server.asNew()
    await give(before.person, [2006])
    for (const client of [before, await server.as(before.person)]) {
      const got = await client.call(agencies.timeZones, {})
      expect([got.status, got.message]).toEqual([403, permissionMessages.access])
      const { claims } = (await client.call(session.whoami, {})).bare()
      expect(claims.permissions).toEqual([2006])
    }
  })
})

test.each([
  ['altered', (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
  ['cut', (token: string) => token.slice(0, -1)],
  ['doubled', (token: string) => token + token],
  ['empty', () => ''],
  ['of 4 kB', () => 'x'.repeat(4096)],
  ['__proto__', () => '__proto__'],
  ['in another case', (token: string) => token.toLowerCase()],
])('a cookie that is %s signs nobody in', async (_how, tamper) => {
  const client = await server.asNew()
  const token = client.cookie?.split('=')[1] ?? ''
  client.cookie = `agency_support=${tamper(token)}`
  expect(await getStatus(client)).toBe(401)
})
