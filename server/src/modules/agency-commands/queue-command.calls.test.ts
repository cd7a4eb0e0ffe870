import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { seats } from '@agency-support/contract/modules/seats'
import { P } from '@agency-support/contract/permissions'
import { expiresOn } from '@agency-support/contract/rules/temporary-users'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { plusSeconds } from '../../lib/clock.ts'
import { serialiseAgency } from '../agencies/public.ts'
import { insertCommand } from './store.ts'

const { issue, queue, claim, progress, cancel, cancelWaiting, softwareStatus } = agencyCommands
const online = 'This functionality does not apply to online (HS 6) agencies.'
const full = 'Too many commands are waiting for this agency. Please wait until it has collected some.'
const permissions = Object.values(P)
const leaseSeconds = 60
const server = useServer()
let ann: TestClient
let ben: TestClient
let agencyId: number
let software: TestClient

beforeAll(async () => {
  ann = await server.asNew({ username: 'ann@support.test', permissions })
  ben = await server.asNew({ username: 'ben@support.test', permissions })
})
beforeEach(async () => {
  ;({ agencyId, software } = await server.newSoftware())
})

async function setOnline(isOnline: boolean): Promise<void> {
  await server.db.write
    .updateTable('agency')
    .set({ is_online: isOnline })
    .where('agency_id', '=', agencyId)
    .execute()
}

const user = {
  username: 'LCK',
  firstName: 'Lou',
  lastName: 'Key',
  online: false,
  status: 2,
  userFlags: 0,
  agencyPermissions: [],
  emailVerified: true,
}
const reportLocked = () => software.call(agencyUsers.reportUsers, { users: [user] })

let tokens = 0
/** Reports that LCK holds a seat, with a new token each time. */
function reportSeat() {
  tokens += 1
  const created = new Date(server.clock.now().getTime() + tokens * 1000).toISOString()
  const place = { hostName: 'FRONT-1', source: 'Desktop', winUserName: 'lou' }
  const token = { created, expiration: '2026-12-20T20:00:00.000Z', ...place }
  const seat = { username: 'LCK', lastSigninAt: null, lastTokenAt: created, tokens: [token] }
  return software.call(seats.reportSeats, { licensedSeats: 3, seats: [seat] })
}

let initials = 100
function temporaryUser() {
  initials += 1
  return {
    Username: String(initials),
    AgencyId: agencyId,
    Password: 'Kx7#mQ2!vR9@tL4$',
    ExpiresOn: expiresOn(server.clock.now(), 2),
  }
}

interface Asking {
  command: string
  /** Sets up what the call requires. */
  prepare: () => Promise<unknown>
  ask: (person: TestClient, again: boolean) => Promise<{ code: number; message: string }>
}

const calls: readonly Asking[] = [
  {
    command: 'resendClient',
    prepare: async () => undefined,
    ask: (person, again) =>
      person.call(agencyFiles.resend, { agencyId, eventId: 1, clientId: '00000042', again }),
  },
  {
    command: 'unlockUser',
    prepare: reportLocked,
    ask: (person, again) => person.call(agencyUsers.unlock, { agencyId, username: 'LCK', again }),
  },
  {
    command: 'superUsers',
    prepare: async () => undefined,
    ask: (person, Again) => person.call(agencyUsers.createSuperUser, { ...temporaryUser(), Again }),
  },
  {
    command: 'releaseSeat',
    prepare: async () => {
      await setOnline(true)
      await reportSeat()
    },
    ask: (person, again) =>
      person.call(seats.release, {
        agencyId: String(agencyId),
        username: 'LCK',
        again: again ? 'true' : 'false',
      }),
  },
]

const waiting = async () => (await ann.call(softwareStatus, { agencyId })).data[0]?.open ?? []
const readEvents = async () => {
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['event', 'actor'])
    .where('agency_id', '=', agencyId)
    .where('event', 'like', 'agencyCommands.%')
    .orderBy('seq')
    .execute()
  return rows.map(({ event, actor }) => `${event.replace('agencyCommands.', '')} by ${actor}`)
}

test.each(calls)(
  '[TRUTH-06] $command meets the rules of Execute: an identical one that waits, and a queue of 100',
  async ({ command, prepare, ask }) => {
    await prepare()
    expect(await ask(ann, false)).toMatchObject({ code: 0 })
    await prepare()
    const second = await ask(ben, false)
    expect([second.code, second.message]).toEqual([
      409,
      'The same command is waiting already. ann@support.test queued it.',
    ])
    expect(await waiting()).toMatchObject([{ command, state: 'queued', issuedBy: 'ann@support.test' }])
    expect(await ask(ben, true)).toMatchObject({ code: 0 })
    expect((await waiting()).map((one) => one.command)).toEqual([command, command])
    await setOnline(false)
    for (let at = 0; at < 98; at += 1) {
      const order = { agencyId, agencyCommand: 'sync', argument: String(10_000_000 + at) } as const
      expect((await ann.call(issue, order)).code).toBe(0)
    }
    await prepare()
    const refused = await ask(ben, true)
    expect([refused.code, refused.message]).toEqual([409, full])
    expect(await waiting()).toHaveLength(100)
  },
)

test('a refused unlock, release or temporary user changes nothing', async () => {
  await reportLocked()
  await ann.call(agencyUsers.unlock, { agencyId, username: 'LCK' })
  await reportLocked()
  await ann.call(agencyUsers.unlock, { agencyId, username: 'LCK' })
  expect((await ann.call(agencyUsers.users, { agencyId })).data).toMatchObject([{ status: 2 }])
  await ann.call(agencyUsers.createSuperUser, temporaryUser())
  await ann.call(agencyUsers.createSuperUser, temporaryUser())
  expect((await ann.call(agencyUsers.liveSuperUsers, { agencyId })).data).toHaveLength(1)
  await setOnline(true)
  const release = () => ann.call(seats.release, { agencyId: String(agencyId), username: 'LCK' })
  await reportSeat()
  await release()
  await reportSeat()
  await release()
  const usage = await ann.call(seats.usage, { agencyId: String(agencyId) })
  expect(usage.data).toMatchObject([{ usedSeats: 1 }])
})

describe('an online agency', () => {
  beforeEach(() => setOnline(true))

  const refuses = async <C extends AnyCall>(call: C, input: ClientIn<C>): Promise<void> => {
    const got = await ann.call(call, input)
    expect([got.status, got.code, got.message]).toEqual([200, 409, online])
  }

  test('takes neither a resend nor an unlock, and queues nothing', async () => {
    await reportLocked()
    for (const eventId of [1, 2, 3] as const)
      await refuses(agencyFiles.resend, { agencyId, eventId, clientId: '00000042' })
    for (const username of ['LCK', 'ZZZ']) await refuses(agencyUsers.unlock, { agencyId, username })
    expect((await ann.call(queue, { agencyId })).data).toEqual([])
    expect((await ann.call(agencyUsers.users, { agencyId })).data).toMatchObject([{ status: 2 }])
  })

  test('[TRUTH-09] gets no temporary user by the 5.x path: 409, no grant, nothing queued', async () => {
    await refuses(agencyUsers.createSuperUser, temporaryUser())
    expect((await ann.call(agencyUsers.liveSuperUsers, { agencyId })).data).toEqual([])
    expect((await ann.call(agencyUsers.creationLogs, { agencyId })).data).toEqual([])
    expect((await ann.call(queue, { agencyId })).data).toEqual([])
    expect((await software.call(agencyUsers.superUsers, {})).data).toEqual([])
  })
})

test('a revocation is sent whatever waits, and once is enough', async () => {
  const [made] = (await ann.call(agencyUsers.createSuperUser, temporaryUser())).data
  const revoked = await ann.call(agencyUsers.revokeSuperUser, { agencyId, grantId: made?.grantId ?? 0 })
  const [first, ...others] = await waiting()
  expect([revoked.code, revoked.data, others]).toEqual([0, [{ commandId: first?.commandId }], []])
  const other = (await ann.call(agencyUsers.createSuperUser, { ...temporaryUser(), Again: true })).data[0]
  await software.call(claim, { most: 10 })
  for (let at = 0; at < 100; at += 1)
    await ann.call(issue, { agencyId, agencyCommand: 'sync', argument: String(10_000_000 + at) })
  const last = await ann.call(agencyUsers.revokeSuperUser, { agencyId, grantId: other?.grantId ?? 0 })
  expect(last.code).toBe(0)
  const [newest] = last.data
  expect((await waiting()).at(-1)).toMatchObject({ ...newest, command: 'superUsers', state: 'queued' })
})

test('a revocation that waits for the software is cancelled by nobody, alone or with the others', async () => {
  const { grantId, commandId } = await grantTemporaryUser()
  await ann.call(agencyUsers.revokeSuperUser, { agencyId, grantId })
  const [count] = (await ben.call(issue, { agencyId, agencyCommand: 'count' })).data
  const alone = await ben.call(cancel, { agencyId, commandId })
  expect([alone.code, alone.message]).toEqual([
    409,
    expect.stringContaining('which temporary users it may let in'),
  ])
  const got = await ben.call(cancelWaiting, { agencyId, commandIds: [commandId, count?.commandId ?? 0] })
  expect(got.data).toMatchObject([{ cancelled: 1, left: [{ commandId, why: alone.message }] }])
  expect((await software.call(claim, { most: 10 })).data).toMatchObject([
    { commandId, command: 'superUsers' },
  ])
})

/** Queues a temporary user; returns the id of the grant and that of the command. */
async function grantTemporaryUser(): Promise<{ grantId: number; commandId: number }> {
  const [made] = (await ann.call(agencyUsers.createSuperUser, temporaryUser())).data
  const [command] = await waiting()
  expect(made?.commandId).toBe(command?.commandId)
  return { grantId: made?.grantId ?? 0, commandId: command?.commandId ?? 0 }
}

test('a command that was begun and is back in the queue stands in for no other, as it will not run again', async () => {
  const { grantId, commandId } = await grantTemporaryUser()
  await software.call(claim, {})
  await software.call(progress, { commandId, attempt: 1, output: '' })
  server.clock.turn(leaseSeconds)
  await until('it is queued again', async () => (await waiting())[0]?.state === 'queued')
  expect((await ann.call(agencyUsers.revokeSuperUser, { agencyId, grantId })).code).toBe(0)
  expect((await software.call(claim, { most: 10 })).data).toMatchObject([
    { commandId, command: 'superUsers', begun: true },
    { command: 'superUsers', begun: false },
  ])
  const other = { agencyId, agencyCommand: 'count' } as const
  const [count] = (await ann.call(issue, other)).data
  await software.call(claim, {})
  await software.call(progress, { commandId: count?.commandId ?? 0, attempt: 1, output: '' })
  server.clock.turn(leaseSeconds)
  await until('both are queued again', async () => (await waiting()).every(({ state }) => state === 'queued'))
  expect((await ben.call(issue, other)).code).toBe(0)
})

test('of two who order the same at the same moment one is told that it waits already', async () => {
  const order = { agencyId, agencyCommand: 'count' } as const
  const ordering = await server.db.write.transaction().execute(async (tx) => {
    await serialiseAgency(tx, agencyId)
    const given = { agencyId, command: 'count', argument: '', issuedBy: 'ann@support.test' }
    await insertCommand(tx, { ...given, at: server.clock.now() })
    const ordered = ben.call(issue, order)
    await Promise.race([ordered, untilOneWaits(tx, 'agency')])
    return { ordered }
  })
  const { code, message } = await ordering.ordered
  expect([code, message]).toEqual([409, expect.stringContaining('ann@support.test')])
  expect(await waiting()).toHaveLength(1)
})

test('a revocation does not rely on a command that is being collected at that moment', async () => {
  const { grantId, commandId } = await grantTemporaryUser()
  const now = server.clock.now()
  const revoking = await server.db.write.transaction().execute(async (tx) => {
    await tx
      .updateTable('agency_command')
      .set({ state: 'delivered', delivered_at: now, lease_until: plusSeconds(now, leaseSeconds) })
      .where('command_id', '=', commandId)
      .execute()
    const revoked = ann.call(agencyUsers.revokeSuperUser, { agencyId, grantId })
    await Promise.race([revoked, untilOneWaits(tx, 'agency_command')])
    // Wrapped, so that the transaction ends before the answer arrives.
    return { revoked }
  })
  expect((await revoking.revoked).code).toBe(0)
  expect((await software.call(claim, { most: 10 })).data).toMatchObject([
    { command: 'superUsers', attempt: 1 },
  ])
})

test('[TRUTH-08] waiting commands are cancelled in one act, each with a row; those collected stay and are named', async () => {
  for (const agencyCommand of ['agency', 'count', 'pcssync'] as const)
    await ann.call(issue, { agencyId, agencyCommand })
  const commandIds = (await waiting()).map(({ commandId }) => commandId)
  await software.call(claim, { most: 1 })
  const got = await ben.call(cancelWaiting, { agencyId, commandIds })
  expect(got.data).toEqual([
    {
      cancelled: 2,
      left: [
        {
          commandId: commandIds[0],
          command: 'agency',
          argument: '',
          created: server.clock.now().toISOString(),
          issuedBy: 'ann@support.test',
          why: 'The agency has already collected this command.',
        },
      ],
    },
  ])
  expect(await waiting()).toMatchObject([{ command: 'agency', state: 'delivered' }])
  const events = (await readEvents()).filter((event) => event.startsWith('cancelled'))
  expect(events).toEqual(['cancelled by ben@support.test', 'cancelled by ben@support.test'])
  expect((await software.call(claim, { most: 10 })).data).toEqual([])
  const other = await server.software(agencyId + 40_000)
  expect((await other.call(claim, {})).data).toEqual([])
  const elsewhere = await ben.call(cancelWaiting, { agencyId: agencyId + 40_000, commandIds })
  expect(elsewhere.data).toEqual([{ cancelled: 0, left: [] }])
})
