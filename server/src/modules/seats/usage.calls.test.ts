import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { seats } from '@agency-support/contract/modules/seats'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { openStream } from '../../../test/event-stream.ts'
import { until } from '../../../test/until.ts'

const server = useServer()
let reader: TestClient
let manager: TestClient & { person: { username: string } }
beforeAll(async () => {
  reader = await server.asNew({ permissions: [P.CanAccess, P.SeatManagement] })
  manager = await server.asNew({ permissions: [P.CanAccess, P.AgencyManagementAdmin] })
})

const token = {
  created: '2026-11-19T08:00:00.000Z',
  expiration: '2026-11-20T20:00:00.000Z',
  hostName: 'FRONT-1',
  source: 'Desktop',
  winUserName: 'ann',
}
const seat = (username: string, lastTokenAt = '2026-11-19T08:00:00.000Z') => ({
  username,
  lastSigninAt: '2026-11-18T08:00:00.000Z',
  lastTokenAt,
  tokens: [token],
})

/** The same as the tab receives it. */
const shown = (username: string) => ({ ...seat(username), releaseProblem: null })

/** A new online agency whose software has reported seats of these users. */
async function agencyWith(...usernames: string[]): Promise<{ agencyId: string; software: TestClient }> {
  const { agencyId, software } = await server.newSoftware()
  await online(agencyId, true)
  await software.call(seats.reportSeats, { licensedSeats: 12, seats: usernames.map((name) => seat(name)) })
  return { agencyId: String(agencyId), software }
}

const online = (agencyId: number, isOnline: boolean) =>
  server.db.write
    .updateTable('agency')
    .set({ is_online: isOnline })
    .where('agency_id', '=', agencyId)
    .execute()

const holders = async (agencyId: string): Promise<string[]> =>
  (await reader.call(seats.usage, { agencyId })).data.flatMap((usage) =>
    usage.seats.map(({ username }) => username),
  )

test('a report of seats is told to open screens', async () => {
  const { agencyId, software } = await agencyWith('ABC')
  const stream = await openStream(server, reader)
  await software.call(seats.reportSeats, { licensedSeats: 12, seats: [seat('LEE')] })
  const hint = await stream.sees('the report', ({ module }) => module === 'seats')
  expect(hint).toEqual({ module: 'seats', agencyId: Number(agencyId), event: null })
  stream.drop()
})

describe('usage', () => {
  test('[SEATS-TAB-05] [SEATS-TAB-14] GET /staff/seats/used/{id} answers licensed and used seats in data[0]', async () => {
    // Answered by name, in whatever order they were reported.
    const { agencyId } = await agencyWith('LEE', 'ABC')
    const got = await reader.send({ method: 'GET', path: `/staff/seats/used/${agencyId}` })
    expect(got.status).toBe(200)
    expect(JSON.parse(got.body)).toEqual({
      code: 0,
      message: '',
      data: [
        {
          licensedSeats: 12,
          usedSeats: 2,
          reportedAt: server.clock.now().toISOString(),
          seats: [shown('ABC'), shown('LEE')],
        },
      ],
    })
  })

  test('the tokens of a seat stand newest first, in whatever order and with whatever offset they were reported', async () => {
    const { agencyId, software } = await agencyWith()
    const given = (created: string, hostName: string) => ({ ...token, created, hostName })
    const tokens = [
      given('2026-11-19T08:00:00.000Z', 'SECOND'),
      given('2026-11-19T09:30:00.000+02:00', 'THIRD'),
      given('2026-11-19T07:00:00.000-02:00', 'FIRST'),
    ]
    await software.call(seats.reportSeats, { licensedSeats: 1, seats: [{ ...seat('ABC'), tokens }] })
    const [usage] = (await reader.call(seats.usage, { agencyId })).data
    expect(usage?.seats[0]?.tokens.map(({ created, hostName }) => `${hostName} ${created}`)).toEqual([
      'FIRST 2026-11-19T09:00:00.000Z',
      'SECOND 2026-11-19T08:00:00.000Z',
      'THIRD 2026-11-19T07:30:00.000Z',
    ])
  })

  test('the last token is the newest one where the software does not say when it was', async () => {
    const { agencyId, software } = await agencyWith()
    const tokens = [token, { ...token, created: '2026-11-20T07:00:00.000Z' }]
    const without = { ...seat('LEE'), lastTokenAt: null, tokens: [] }
    const held = [{ ...without, username: 'ABC', tokens }, without]
    await software.call(seats.reportSeats, { licensedSeats: 2, seats: held })
    const [usage] = (await reader.call(seats.usage, { agencyId })).data
    expect(usage?.seats.map(({ lastTokenAt }) => lastTokenAt)).toEqual(['2026-11-20T07:00:00.000Z', null])
  })

  test('an agency that has not reported has none; one that is not online or not there is refused', async () => {
    const newId = await server.newAgency()
    const ask = (agencyId: string) => reader.call(seats.usage, { agencyId })
    const offline = await ask(String(newId))
    expect([offline.status, offline.code, offline.message]).toEqual([
      200,
      422,
      'Seat management applies to online agencies only.',
    ])
    await online(newId, true)
    expect((await ask(String(newId))).data).toEqual([
      { licensedSeats: 0, usedSeats: 0, reportedAt: null, seats: [] },
    ])
    const absent = await ask('99999996')
    expect([absent.status, absent.code]).toEqual([200, 2])
  })

  test('reading needs SeatManagement', async () => {
    const { agencyId } = await agencyWith('ABC')
    const others = Object.values(P).filter((id) => id !== P.SeatManagement)
    expect((await (await server.asNew({ permissions: others })).call(seats.usage, { agencyId })).status).toBe(
      403,
    )
  })

  test.each(['0', '-1', '1.5', '123456789', '٣', 'abc', '1%20or%201'])('%s is no agency id', async (id) => {
    const got = await reader.send({ method: 'GET', path: `/staff/seats/used/${encodeURI(id)}` })
    expect(got.status).toBe(400)
  })
})

describe('releasing', () => {
  test('[SEATS-TAB-06] [SEATS-TAB-08] DELETE frees the seat, writes it down and queues the command', async () => {
    const { agencyId } = await agencyWith('A b/C', 'LEE')
    const got = await manager.send({ method: 'DELETE', path: `/staff/seats/release/${agencyId}/A%20b%2FC` })
    expect([got.status, got.body]).toEqual([200, '{"code":0,"message":"","data":[]}'])
    expect(await holders(agencyId)).toEqual(['LEE'])
    const rows = await server.db.read
      .selectFrom('journal')
      .select(['actor', 'subject', 'before'])
      .where('agency_id', '=', Number(agencyId))
      .where('event', '=', 'seats.released')
      .execute()
    expect(rows).toEqual([
      {
        actor: manager.person.username,
        subject: 'A b/C',
        before: { seat: 'A b/C', lastTokenAt: '2026-11-19T08:00:00.000Z', computers: 'FRONT-1' },
      },
    ])
    const { data } = await reader.call(agencyCommands.queue, { agencyId: Number(agencyId) })
    expect(data).toMatchObject([{ command: 'releaseSeat', argument: 'A b/C' }])
  })

  test('12 releases of one seat at once take one seat, and the others hear that it is gone', async () => {
    const { agencyId } = await agencyWith('ABC', 'LEE')
    const release = () => manager.call(seats.release, { agencyId, username: 'ABC' })
    const codes = (await Promise.all(Array.from({ length: 12 }, release))).map(({ code }) => code)
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, ...Array.from({ length: 11 }, () => 2)])
    expect((await reader.call(seats.usage, { agencyId })).data[0]).toMatchObject({ usedSeats: 1 })
    expect((await release()).message).toBe('This seat was released already.')
    const nowhere = await manager.call(seats.release, { agencyId: '99999996', username: 'ABC' })
    expect([nowhere.status, nowhere.code]).toEqual([200, 2])
  })

  test.each(['%', '_', '___', "'", "' or true --", 'abc', 'ABC ', '*'])(
    '%j names nobody, and nothing is released',
    async (username) => {
      const { agencyId } = await agencyWith('ABC')
      const got = await manager.call(seats.release, { agencyId, username })
      expect([got.status, got.code]).toEqual([200, 2])
      expect(await holders(agencyId)).toEqual(['ABC'])
    },
  )

  test('a seat of another agency is not touched', async () => {
    const one = await agencyWith('ABC')
    const other = await agencyWith()
    expect((await manager.call(seats.release, { agencyId: other.agencyId, username: 'ABC' })).code).toBe(2)
    expect(await holders(one.agencyId)).toEqual(['ABC'])
  })

  test('[SEATS-TAB-09] releasing needs AgencyManagementAdmin and an online agency', async () => {
    const { agencyId } = await agencyWith('ABC')
    const others = Object.values(P).filter((id) => id !== P.AgencyManagementAdmin)
    const other = await server.asNew({ permissions: others })
    expect((await other.call(seats.release, { agencyId, username: 'ABC' })).status).toBe(403)
    await online(Number(agencyId), false)
    const refused = await manager.call(seats.release, { agencyId, username: 'ABC' })
    expect([refused.status, refused.code]).toEqual([200, 422])
    await online(Number(agencyId), true)
    expect(await holders(agencyId)).toEqual(['ABC'])
  })
})

describe('a report', () => {
  test('replaces the one before', async () => {
    const { agencyId, software } = await agencyWith('ABC', 'LEE')
    await software.call(seats.reportSeats, { licensedSeats: 3, seats: [seat('LEE'), seat('NEW')] })
    expect((await reader.call(seats.usage, { agencyId })).data[0]).toMatchObject({
      licensedSeats: 3,
      usedSeats: 2,
      seats: [{ username: 'LEE' }, { username: 'NEW' }],
    })
  })

  const release = (agencyId: string, username = 'ABC') => manager.call(seats.release, { agencyId, username })
  const toReport = (software: TestClient, ...given: ReturnType<typeof toSeat>[]) =>
    software.call(seats.reportSeats, { licensedSeats: 12, seats: given })
  const toSeat = (username: string, tokens: (typeof token)[], lastTokenAt: string | null) => ({
    username,
    lastSigninAt: '2026-11-18T08:00:00.000Z' as string | null,
    lastTokenAt,
    tokens,
  })

  test('[TRUTH-03] a released seat stays away with the same tokens and comes back with any other, whatever a clock says', async () => {
    const behind = new Date(server.clock.now().getTime() - 120_000).toISOString()
    const second = { ...token, created: behind, hostName: 'LAPTOP-7' }
    const { agencyId, software } = await agencyWith()
    await toReport(software, toSeat('ABC', [token], null), toSeat('LEE', [token, second], second.created))
    await release(agencyId)
    await release(agencyId, 'LEE')
    expect(await holders(agencyId)).toEqual([])
    // The same tokens, some of them, or in another order or with another expiration: nobody has come back.
    const renewed = { ...token, created: '2026-11-19T09:00:00+01:00', expiration: '2026-12-24T20:00:00.000Z' }
    await toReport(software, toSeat('ABC', [renewed], null), toSeat('LEE', [second], second.created))
    await toReport(software, toSeat('ABC', [token], token.created), toSeat('LEE', [token], token.created))
    expect(await holders(agencyId)).toEqual([])
    // Another token, issued before the release by the agency's slow clock, and one of a seat without times.
    await toReport(software, toSeat('ABC', [second], null), toSeat('LEE', [token], token.created))
    expect(await holders(agencyId)).toEqual(['ABC'])
    const third = { ...second, winUserName: 'lee' }
    await toReport(software, toSeat('ABC', [second], null), toSeat('LEE', [token, third], behind))
    expect(await holders(agencyId)).toEqual(['ABC', 'LEE'])
  })

  test.each([
    { created: '2026-11-19T08:00:00.001Z' },
    { hostName: 'LAPTOP-7' },
    { source: 'Portal' },
    { winUserName: 'lee' },
  ])('a released seat comes back with a token that differs by %j alone', async (difference) => {
    const { agencyId, software } = await agencyWith('ABC')
    await release(agencyId)
    await toReport(software, toSeat('ABC', [{ ...token, ...difference }], token.created))
    expect(await holders(agencyId)).toEqual(['ABC'])
  })

  test('a seat without tokens comes back with a sign-in or a token that was not known', async () => {
    const { agencyId, software } = await agencyWith()
    const [one, other] = [toSeat('ABC', [], null), toSeat('LEE', [], token.created)]
    await toReport(software, one, other)
    await release(agencyId)
    await release(agencyId, 'LEE')
    await toReport(software, one, other)
    await toReport(software, { ...one, lastSigninAt: null }, { ...other, lastTokenAt: null })
    expect(await holders(agencyId)).toEqual([])
    await toReport(software, { ...one, lastSigninAt: '2026-11-18T08:01:00.000Z' }, other)
    expect(await holders(agencyId)).toEqual(['ABC'])
    await toReport(software, one, { ...other, lastTokenAt: '2026-11-19T08:01:00.000Z' })
    expect(await holders(agencyId)).toEqual(['ABC', 'LEE'])
  })
})

describe('a release that the agency does not carry out', () => {
  const { claim, finish, cancel, queue } = agencyCommands
  const released = async () => {
    const { agencyId, software } = await agencyWith('ABC')
    await manager.call(seats.release, { agencyId, username: 'ABC' })
    expect(await holders(agencyId)).toEqual([])
    const { data } = await reader.call(queue, { agencyId: Number(agencyId) })
    const commandId = data[0]?.commandId ?? 0
    const problem = async () => {
      const usage = (await reader.call(seats.usage, { agencyId })).data[0]
      return usage?.seats.map(({ releaseProblem }) => releaseProblem)
    }
    return { agencyId, software, commandId, problem }
  }

  test('brings the seat back with the reason, which goes with the next release', async () => {
    const { agencyId, software, commandId, problem } = await released()
    const [claimed] = (await software.call(claim, {})).data
    const end = { commandId, attempt: claimed?.attempt ?? 0, outcome: 'failed' as const }
    await software.call(finish, { ...end, output: 'Trying.\nThe directory is read-only.\n' })
    const reason = "Not released: the agency's software could not do it. The directory is read-only."
    expect(await problem()).toEqual([reason])
    await software.call(seats.reportSeats, { licensedSeats: 12, seats: [seat('ABC')] })
    expect(await problem()).toEqual([reason])
    expect((await manager.call(seats.release, { agencyId, username: 'ABC' })).code).toBe(0)
    expect(await problem()).toEqual([])
  })

  test('which goes with a new token, because somebody took the seat after it', async () => {
    const { agencyId, software, commandId, problem } = await released()
    await reader.call(cancel, { agencyId: Number(agencyId), commandId })
    expect(await problem()).toEqual([expect.any(String)])
    const taken = { ...seat('ABC'), tokens: [{ ...token, hostName: 'LAPTOP-7' }] }
    await software.call(seats.reportSeats, { licensedSeats: 12, seats: [taken] })
    expect(await problem()).toEqual([null])
  })

  test('but not for a seat that somebody took meanwhile, nor for the seats of others', async () => {
    const { agencyId, software, commandId, problem } = await released()
    const taken = { ...seat('ABC'), tokens: [{ ...token, hostName: 'LAPTOP-7' }] }
    await software.call(seats.reportSeats, { licensedSeats: 12, seats: [taken, seat('LEE')] })
    await manager.call(seats.release, { agencyId, username: 'LEE' })
    await reader.call(cancel, { agencyId: Number(agencyId), commandId })
    expect(await holders(agencyId)).toEqual(['ABC'])
    expect(await problem()).toEqual([null])
  })

  test('also when it is cancelled', async () => {
    const { agencyId, commandId, problem } = await released()
    expect((await reader.call(cancel, { agencyId: Number(agencyId), commandId })).code).toBe(0)
    expect(await problem()).toEqual([
      "Not released: it was cancelled before the agency's software had begun it.",
    ])
  })

  test('also when nobody collects it for a week', async () => {
    const { problem } = await released()
    server.clock.turn(7 * 24 * 3600 + 1)
    reader = await server.asNew({ permissions: [P.CanAccess, P.SeatManagement] })
    manager = await server.asNew({ permissions: [P.CanAccess, P.AgencyManagementAdmin] })
    await until('the seat is back', async () => (await problem())?.length === 1)
    expect(await problem()).toEqual([
      "Not released: the agency's software did not carry out the release in time.",
    ])
  })

  test('and one that it does carry out stays released', async () => {
    const { software, commandId, problem } = await released()
    const [claimed] = (await software.call(claim, {})).data
    await software.call(finish, { commandId, attempt: claimed?.attempt ?? 0, outcome: 'succeeded' })
    expect(await problem()).toEqual([])
  })
})
