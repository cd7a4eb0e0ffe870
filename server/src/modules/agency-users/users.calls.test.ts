import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import { ann, locked, readRows } from '../../../test/agency-users.ts'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { addEmailEvents } from './log-store.ts'

const server = useServer()
let reader: TestClient
let unlocker: TestClient & { person: { username: string } }
beforeAll(async () => {
  reader = await server.asNew()
  unlocker = await server.asNew({ permissions: [P.CanAccess, P.CanUnlockAgencyUsers] })
})

/** A new agency whose software has reported these users. */
async function agencyWith(...users: (typeof ann)[]): Promise<{ agencyId: number; software: TestClient }> {
  const { agencyId, software } = await server.newSoftware()
  expect((await software.call(agencyUsers.reportUsers, { users })).code).toBe(0)
  return { agencyId, software }
}

describe('the list', () => {
  test('[AG-USERS-13] [AG-USERS-16] GetAgencyUsers answers what the agency reported', async () => {
    const { agencyId } = await agencyWith(ann, locked)
    const got = await reader.send({
      method: 'POST',
      path: '/api/user/request',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ command: 'GetAgencyUsers', agencyId }),
    })
    expect(got.status).toBe(200)
    expect(JSON.parse(got.body)).toEqual({
      code: 0,
      message: '',
      data: [
        { ...ann, expiresOn: null, unlockProblem: null },
        { ...locked, expiresOn: null, unlockProblem: null },
      ],
    })
  })

  test('a user who is not locked has no reason to be, though a server of an older release left one in the row', async () => {
    const { agencyId } = await agencyWith(ann, locked)
    await server.db.write
      .updateTable('agency_user')
      .set({ unlock_problem: 'Not unlocked.' })
      .where('agency_id', '=', agencyId)
      .execute()
    const { data } = await reader.call(agencyUsers.users, { agencyId })
    expect(data.map(({ unlockProblem }) => unlockProblem)).toEqual([null, 'Not unlocked.'])
  })

  test('an agency nothing is known of has no users', async () => {
    expect((await reader.call(agencyUsers.users, { agencyId: 99_999_998 })).data).toEqual([])
  })
})

describe('a report', () => {
  test('replaces the one before, with one row in the journal that tells how much', async () => {
    const { agencyId, software } = await agencyWith(ann, locked)
    await software.call(agencyUsers.reportUsers, {
      users: [
        { ...ann, lastName: 'Green' },
        { ...ann, username: 'NEW' },
      ],
    })
    const { data } = await reader.call(agencyUsers.users, { agencyId })
    expect(data.map(({ username, lastName }) => [username, lastName])).toEqual([
      ['ABC', 'Green'],
      ['NEW', 'Brown'],
    ])
    expect(await readRows(server.db, agencyId, 'agencyUsers.reported')).toMatchObject([
      { actor_kind: 'agency', after: { users: 2, added: 2, changed: 0, removed: 0 } },
      { after: { users: 2, added: 1, changed: 1, removed: 1 } },
    ])
  })

  test('that says nothing new changes nothing and leaves no trace', async () => {
    const { agencyId, software } = await agencyWith(ann)
    await software.call(agencyUsers.reportUsers, { users: [ann] })
    expect(await readRows(server.db, agencyId, 'agencyUsers.reported')).toHaveLength(1)
  })

  test('touches no other agency, whatever it says', async () => {
    const one = await agencyWith(ann)
    const other = await agencyWith(locked)
    await other.software.call(agencyUsers.reportUsers, { users: [] })
    expect((await reader.call(agencyUsers.users, { agencyId: one.agencyId })).data).toHaveLength(1)
    expect((await reader.call(agencyUsers.users, { agencyId: other.agencyId })).data).toEqual([])
  })

  test('of 5,000 users is taken, one that names a user twice is refused', async () => {
    const { agencyId, software } = await agencyWith()
    const users = Array.from({ length: 5_000 }, (_, at) => ({ ...ann, username: `U${at}` }))
    expect((await software.call(agencyUsers.reportUsers, { users })).code).toBe(0)
    expect((await reader.call(agencyUsers.users, { agencyId })).data).toHaveLength(5_000)
    const twice = await software.call(agencyUsers.reportUsers, { users: [ann, ann] })
    expect([twice.status, twice.message]).toEqual([400, 'A report names every user once.'])
  })

  test('needs the key of an agency', async () => {
    const admin = await server.asNew({ permissions: Object.values(P) })
    expect((await admin.call(agencyUsers.reportUsers, { users: [] })).status).toBe(401)
    expect((await admin.call(agencyUsers.reportSignins, { entries: [] })).status).toBe(401)
    expect((await admin.call(agencyUsers.superUsers, {})).status).toBe(401)
  })
})

describe('unlocking', () => {
  test('[AG-USERS-07] [AG-USERS-08] [AG-USERS-17] sets status 0 and queues the command that brings it to the agency', async () => {
    const { agencyId } = await agencyWith(ann, locked)
    const got = await unlocker.call(agencyUsers.unlock, { agencyId, username: 'LCK' })
    expect([got.status, got.text]).toEqual([200, '{"code":0,"message":"","data":[]}'])
    const { data } = await reader.call(agencyUsers.users, { agencyId })
    expect(data.map(({ status }) => status)).toEqual([0, 0])
    expect(await readRows(server.db, agencyId, 'agencyUsers.unlocked')).toEqual([
      {
        actor_kind: 'staff',
        actor: unlocker.person.username,
        subject: 'LCK',
        before: { userStatus: 'Locked Out' },
        after: { user: 'LCK', userStatus: 'None' },
      },
    ])
    const queue = await reader.call(agencyCommands.queue, { agencyId })
    expect(queue.data).toMatchObject([
      { command: 'unlockUser', argument: 'LCK', issuedBy: unlocker.person.username },
    ])
  })

  test('[AG-USERS-17] [AG-USERS-18] a user who is not locked is code 304, and nothing happens', async () => {
    const { agencyId } = await agencyWith({ ...ann, status: 1 })
    const got = await unlocker.call(agencyUsers.unlock, { agencyId, username: 'ABC' })
    expect([got.status, got.code, got.message]).toEqual([200, 304, 'User not locked. No action taken.'])
    expect((await reader.call(agencyUsers.users, { agencyId })).data[0]?.status).toBe(1)
    expect(await readRows(server.db, agencyId, 'agencyUsers.unlocked')).toEqual([])
    expect((await reader.call(agencyCommands.queue, { agencyId })).data).toEqual([])
  })

  test('12 people at once unlock once', async () => {
    const { agencyId } = await agencyWith(locked)
    const codes = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { code } = await unlocker.call(agencyUsers.unlock, { agencyId, username: 'LCK' })
        return code
      }),
    )
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, ...Array.from({ length: 11 }, () => 304)])
    expect(await readRows(server.db, agencyId, 'agencyUsers.unlocked')).toHaveLength(1)
  })

  test('a user of another agency, and one that is only alike, is not found', async () => {
    const { agencyId } = await agencyWith(ann)
    await agencyWith(locked)
    for (const username of ['LCK', 'lck', 'L_K', 'L%', "' or true --"]) {
      const got = await unlocker.call(agencyUsers.unlock, { agencyId, username })
      expect([got.status, got.code, got.message]).toEqual([200, 2, 'User not found'])
    }
  })

  test('[AG-USERS-09] needs CanUnlockAgencyUsers and no other permission will do', async () => {
    const { agencyId } = await agencyWith(locked)
    const others = Object.values(P).filter((id) => id !== P.CanUnlockAgencyUsers)
    const other = await server.asNew({ permissions: others })
    expect((await other.call(agencyUsers.unlock, { agencyId, username: 'LCK' })).status).toBe(403)
    expect((await reader.call(agencyUsers.users, { agencyId })).data[0]?.status).toBe(2)
  })
})

describe('the sign-in log', () => {
  const attempt = (minute: number, outcome: number) => ({
    username: 'ABC',
    created: `2026-11-19T08:${String(minute).padStart(2, '0')}:00.000Z`,
    outcome,
    ip: '10.0.0.4',
    hostname: 'FRONT-1',
  })

  test('[AG-USERS-27] [AG-USERS-29] GetSigninLog answers the last ten, newest first', async () => {
    const { agencyId, software } = await agencyWith(ann, locked)
    const entries = Array.from({ length: 14 }, (_, at) => attempt(at, at % 2 === 0 ? 3 : 0))
    const ofAnother = { ...attempt(20, 4), username: 'LCK' }
    await software.call(agencyUsers.reportSignins, { entries: [...entries, ofAnother] })
    const { data } = await reader.call(agencyUsers.signinLog, { agencyId, username: 'ABC', lastN: 10 })
    const { username: _, ...newest } = attempt(13, 0)
    expect(data).toHaveLength(10)
    expect(data[0]).toEqual(newest)
    expect(data.map(({ created }) => created)).toEqual(
      data.map(({ created }) => created).toSorted((a, b) => b.localeCompare(a)),
    )
    expect((await reader.call(agencyUsers.signinLog, { agencyId, username: 'ABC' })).data).toEqual(data)
  })

  test('a report that comes twice counts once, and half a year is kept', async () => {
    const { agencyId, software } = await agencyWith(ann)
    const old = { ...attempt(0, 0), created: '2026-05-20T08:00:00.000Z' }
    for (let turn = 0; turn < 2; turn += 1)
      await software.call(agencyUsers.reportSignins, { entries: [attempt(1, 4), old] })
    const { data } = await reader.call(agencyUsers.signinLog, { agencyId, username: 'ABC', lastN: 100 })
    expect(data.map(({ outcome }) => outcome)).toEqual([4])
  })

  test('[PROV-18] of a clock that is far ahead count as of their report, once, below what comes later', async () => {
    const { agencyId, software } = await agencyWith(ann)
    const later = { ...attempt(0, 0), created: '2027-03-01T09:00:00Z' }
    const latest = { ...attempt(0, 3), created: '2027-03-01T09:00:01Z' }
    const now = server.clock.now()
    await software.call(agencyUsers.reportSignins, { entries: [later, latest, later] })
    server.clock.turn(60)
    const right = { ...attempt(0, 1), created: server.clock.now().toISOString() }
    await software.call(agencyUsers.reportSignins, { entries: [latest, later, right] })
    const { data } = await reader.call(agencyUsers.signinLog, { agencyId, username: 'ABC' })
    expect(data.map(({ outcome, created }) => [outcome, Date.parse(created) - now.getTime()])).toEqual([
      [1, 60_000],
      [3, 0],
      [0, -1],
    ])
  })

  test('two computers of one instant are both kept, once each, whatever the clock', async () => {
    const { agencyId, software } = await agencyWith(ann)
    const inTime = attempt(1, 4)
    const ahead = { ...inTime, created: '2027-03-01T09:00:00Z' }
    const entries = [inTime, ahead].flatMap((entry) => [entry, { ...entry, hostname: 'FRONT-2' }])
    for (let turn = 0; turn < 2; turn += 1) {
      await software.call(agencyUsers.reportSignins, { entries })
      server.clock.turn(60)
    }
    const { data } = await reader.call(agencyUsers.signinLog, { agencyId, username: 'ABC' })
    const both = ['FRONT-2', 'FRONT-1']
    expect(data.map(({ hostname }) => hostname)).toEqual([...both, ...both])
  })

  test('of a user of another agency is not found', async () => {
    const one = await agencyWith(ann)
    await one.software.call(agencyUsers.reportSignins, { entries: [attempt(1, 0)] })
    const other = await agencyWith()
    for (const call of [agencyUsers.signinLog, agencyUsers.emailEvents, agencyUsers.emailVerification]) {
      const got = await reader.call(call, { agencyId: other.agencyId, username: 'ABC' })
      expect([got.status, got.code, got.message]).toEqual([200, 2, 'User not found'])
    }
  })

  test.each([0, 101, 1.5])('%d entries cannot be asked for', async (lastN) => {
    const got = await reader.call(agencyUsers.signinLog, { agencyId: 1, username: 'ABC', lastN })
    expect([got.status, got.message]).toEqual([400, 'lastN must be a whole number from 1 to 100.'])
  })
})

describe('mails', () => {
  const mail = (agencyId: number, minute: number, event: number, category: number) => ({
    sgEventId: `${agencyId} ${minute} ${event} ${category}`,
    agencyId,
    username: 'ABC',
    sendGridTS: `2026-11-19T08:0${minute}:00.000Z`,
    event,
    toEmail: 'ann@agency.test',
    category,
  })

  test('[AG-USERS-21] [AG-USERS-24] GetAgencyUserEmailEvents answers what became of them, newest first', async () => {
    const { agencyId } = await agencyWith(ann)
    await server.db.write
      .transaction()
      .execute((tx) => addEmailEvents(tx, [mail(agencyId, 1, 1, 2), mail(agencyId, 2, 5, 2)]))
    const { data } = await reader.call(agencyUsers.emailEvents, { agencyId, username: 'ABC' })
    expect(data).toEqual([
      { sendGridTS: '2026-11-19T08:02:00.000Z', event: 5, toEmail: 'ann@agency.test', category: 2 },
      { sendGridTS: '2026-11-19T08:01:00.000Z', event: 1, toEmail: 'ann@agency.test', category: 2 },
    ])
  })

  test('[AG-USERS-22] GetAgencyUserEmailVerificationStatus: whether, since when, and the last mail about it', async () => {
    const { agencyId, software } = await agencyWith(ann)
    const ask = async () =>
      (await reader.call(agencyUsers.emailVerification, { agencyId, username: 'ABC' })).data
    expect(await ask()).toEqual([{ emailVerified: false, verifiedOn: null, lastSentOn: null }])
    await server.db.write
      .transaction()
      .execute((tx) =>
        addEmailEvents(tx, [mail(agencyId, 1, 1, 1), mail(agencyId, 2, 3, 1), mail(agencyId, 3, 1, 3)]),
      )
    await software.call(agencyUsers.reportUsers, { users: [{ ...ann, emailVerified: true }] })
    const verifiedOn = server.clock.now().toISOString()
    server.clock.turn(60)
    await software.call(agencyUsers.reportUsers, {
      users: [{ ...ann, emailVerified: true, lastName: 'Blue' }],
    })
    expect(await ask()).toEqual([{ emailVerified: true, verifiedOn, lastSentOn: '2026-11-19T08:01:00.000Z' }])
  })
})
