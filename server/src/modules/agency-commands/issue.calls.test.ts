import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'

const { issue, queue, cancel, claim, softwareStatus, heartbeat } = agencyCommands
const pattern = 'Please enter a valid eight-digit Client Id, or list of Ids separated by a comma.'
const server = useServer()
let person: TestClient

beforeAll(async () => {
  person = await server.asNew({ username: 'ann@support.test' })
})

const readJournal = (agencyId: number) =>
  server.db.read
    .selectFrom('journal')
    .select(['event', 'actor_kind', 'actor', 'subject', 'after'])
    .where('agency_id', '=', agencyId)
    .orderBy('seq')
    .execute()

test('[CMD-TAB-11] the queue holds the newest 200 commands and all that have not ended, newest first', async () => {
  const agencyId = await server.newAgency()
  const ended = (argument: number) => ({
    agency_id: agencyId,
    command: 'log',
    argument: String(argument),
    state: 'succeeded' as const,
    issued_by: 'ann@support.test',
    created_at: server.clock.now(),
    finished_at: server.clock.now(),
  })
  const open = { attempt: 1, finished_at: null, begun_at: null, lease_until: null }
  const running = { begun_at: server.clock.now(), lease_until: new Date('2100-01-01') }
  const all = [
    { ...ended(0), ...open, state: 'queued' as const },
    { ...ended(1), ...open, ...running, state: 'running' as const },
    ...Array.from({ length: 201 }, (_, at) => ({ ...open, ...ended(2 + at) })),
  ]
  await server.db.write.insertInto('agency_command').values(all).execute()
  const { data } = await person.call(queue, { agencyId })
  const newest = Array.from({ length: 200 }, (_, at) => String(202 - at))
  expect(data.map(({ argument }) => argument)).toEqual([...newest, '1', '0'])
})

test('[CMD-TAB-12] IssueCommandToAgency queues the command and answers it as the queued command', async () => {
  const agencyId = await server.newAgency()
  const got = await person.send({
    method: 'POST',
    path: '/api/request',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      command: 'IssueCommandToAgency',
      agencyId,
      agencyCommand: 'sync',
      argument: '12345678, 00000001',
    }),
  })
  const { code, data } = person.answered(issue, got)
  expect([got.status, code]).toEqual([200, 0])
  expect(data).toMatchObject([
    { command: 'sync', argument: '12345678,00000001', state: 'queued', attempt: 1, begun: false },
  ])
  expect((await person.call(queue, { agencyId })).data).toEqual(data)
  expect(await readJournal(agencyId)).toEqual([
    {
      event: 'agencyCommands.queued',
      actor_kind: 'staff',
      actor: 'ann@support.test',
      subject: `Command ${data[0]?.commandId}: sync 12345678,00000001`,
      after: { command: 'sync', argument: '12345678,00000001' },
    },
  ])
})

test('[CMD-TAB-11] GetAgencyQueuedCommands answers the commands of the agency, newest first', async () => {
  const [agencyId, other] = [await server.newAgency(), await server.newAgency()]
  for (const agencyCommand of ['agency', 'count', 'pcssync'] as const) {
    await person.call(issue, { agencyId, agencyCommand })
    await person.call(issue, { agencyId: other, agencyCommand })
  }
  const got = await person.send({
    method: 'POST',
    path: '/api/request',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ command: 'GetAgencyQueuedCommands', agencyId }),
  })
  const { data } = person.answered(queue, got)
  expect(data.map(({ command }) => command)).toEqual(['pcssync', 'count', 'agency'])
  expect((await person.call(queue, { agencyId: 4_040_404 })).data).toEqual([])
})

test('[CMD-TAB-14] a queued command has created, command and argument', async () => {
  const agencyId = await server.newAgency()
  await person.call(issue, { agencyId, agencyCommand: 'log', argument: 'error.log' })
  const { data } = await person.call(queue, { agencyId })
  expect(data[0]).toEqual({
    created: server.clock.now().toISOString(),
    command: 'log',
    argument: 'error.log',
    commandId: expect.any(Number),
    state: 'queued',
    reason: null,
    attempt: 1,
    begun: false,
    issuedBy: 'ann@support.test',
    expectedPickup: 'never',
    lastSeenAt: null,
    deliveredAt: null,
    begunAt: null,
    finishedAt: null,
    output: '',
    result: null,
    files: [],
  })
})

test('whoever holds CanAccess may issue; nobody below', async () => {
  const agencyId = await server.newAgency()
  const given = { agencyId, agencyCommand: 'count' } as const
  expect((await (await server.as(null)).call(issue, given)).status).toBe(401)
  const outsider = await server.asNew({ permissions: [P.EditAgencyStatus] })
  expect((await outsider.call(issue, given)).status).toBe(403)
  const clerk = await server.asNew({ permissions: [P.CanAccess] })
  expect((await clerk.call(issue, given)).code).toBe(0)
})

test.each([
  ['rm -rf /', '', 'Choose a command first.'],
  ['resendClient', '', 'Choose a command first.'],
  ['Sync', '12345678', 'Choose a command first.'],
  ['sync', '', pattern],
  ['sync', '1234567', pattern],
  ['sync', '12345678,1', pattern],
  ['sync', '12345678;$(id)', pattern],
  ['sync', '12345678,'.repeat(1_200), 'At most 1,111 clients fit into one command.'],
  ['log', '../../x', 'Choose one of the logs offered.'],
  ['count', '12345678', 'This command takes no argument.'],
  ['count', `${' '.repeat(30_000)}`, 'argument must be at most 10000 characters.'],
])('%j with %.40j is refused with 400 and queues nothing', async (agencyCommand, argument, sentence) => {
  const agencyId = await server.newAgency()
  const got = await person.call(issue, { agencyId, agencyCommand: agencyCommand as 'sync', argument })
  expect([got.status, got.code, got.message]).toEqual([400, 400, sentence])
  expect((await person.call(queue, { agencyId })).data).toEqual([])
})

test('an agency that is not there and an online one are refused', async () => {
  const none = await person.call(issue, { agencyId: 4_040_404, agencyCommand: 'count' })
  expect([none.status, none.code, none.message]).toEqual([200, 2, 'Agency not found'])
  const agencyId = await server.newAgency()
  await server.db.write
    .updateTable('agency')
    .set({ is_online: true })
    .where('agency_id', '=', agencyId)
    .execute()
  const online = await person.call(issue, { agencyId, agencyCommand: 'count' })
  expect([online.code, online.message]).toEqual([
    409,
    'This functionality does not apply to online (HS 6) agencies.',
  ])
})

describe('the same command twice', () => {
  test('is refused by naming the one that waits, unless it is wanted again', async () => {
    const agencyId = await server.newAgency()
    const given = { agencyId, agencyCommand: 'sync', argument: '12345678' } as const
    const first = await person.call(issue, given)
    const other = await server.asNew()
    const second = await other.call(issue, given)
    expect([second.code, second.message]).toEqual([
      409,
      'The same command is waiting already. ann@support.test queued it.',
    ])
    const { commandId, created, command, argument } = first.data[0] ?? {}
    expect(second.refusal).toEqual({ commandId, created, command, argument, issuedBy: 'ann@support.test' })
    expect((await other.call(issue, { ...given, argument: '87654321' })).code).toBe(0)
    expect((await other.call(issue, { ...given, again: true })).code).toBe(0)
    expect((await person.call(queue, { agencyId })).data).toHaveLength(3)
  })

  test('is no longer the same once the first one was collected', async () => {
    const agencyId = await server.newAgency()
    const software = await server.software(agencyId)
    await person.call(issue, { agencyId, agencyCommand: 'count' })
    expect((await software.call(claim, {})).data).toHaveLength(1)
    expect((await person.call(issue, { agencyId, agencyCommand: 'count' })).code).toBe(0)
  })

  test('by two people at one moment queues one', async () => {
    const agencyId = await server.newAgency()
    const people = await Promise.all(Array.from({ length: 8 }, () => server.asNew()))
    const codes = await Promise.all(
      people.map(async (one) => (await one.call(issue, { agencyId, agencyCommand: 'count' })).code),
    )
    expect(codes.sort((a, b) => a - b)).toEqual([0, 409, 409, 409, 409, 409, 409, 409])
  })

  test('by one click that was sent twice is one command with one answer', async () => {
    const agencyId = await server.newAgency()
    const key = { 'idempotency-key': `click-on-execute-${agencyId}` }
    const given = { agencyId, agencyCommand: 'count' } as const
    const [one, two] = await Promise.all([person.call(issue, given, key), person.call(issue, given, key)])
    expect(two?.text).toBe(one?.text)
    expect((await person.call(queue, { agencyId })).data).toHaveLength(1)
  })
})

test('a queue that nobody collects is full at a hundred', async () => {
  const agencyId = await server.newAgency()
  const ids = Array.from({ length: 100 }, (_, at) => String(10_000_000 + at))
  for (const argument of ids) await person.call(issue, { agencyId, agencyCommand: 'sync', argument })
  const got = await person.call(issue, { agencyId, agencyCommand: 'count' })
  expect([got.code, got.message]).toEqual([
    409,
    'Too many commands are waiting for this agency. Please wait until it has collected some.',
  ])
})

describe('CancelAgencyCommand', () => {
  test('takes a waiting command back; its agency never sees it', async () => {
    const agencyId = await server.newAgency()
    const software = await server.software(agencyId)
    const { data } = await person.call(issue, { agencyId, agencyCommand: 'count' })
    const commandId = data[0]?.commandId ?? 0
    const cancelled = await person.call(cancel, { agencyId, commandId })
    expect(cancelled.data).toMatchObject([
      { commandId, state: 'cancelled', finishedAt: server.clock.now().toISOString() },
    ])
    expect((await person.call(cancel, { agencyId, commandId })).data).toEqual(cancelled.data)
    expect((await software.call(claim, {})).data).toEqual([])
    expect((await readJournal(agencyId)).map(({ event }) => event)).toEqual([
      'agencyCommands.queued',
      'agencyCommands.cancelled',
    ])
  })

  test('is too late once the agency has collected it', async () => {
    const agencyId = await server.newAgency()
    const software = await server.software(agencyId)
    const { data } = await person.call(issue, { agencyId, agencyCommand: 'count' })
    const commandId = data[0]?.commandId ?? 0
    await software.call(claim, {})
    const got = await person.call(cancel, { agencyId, commandId })
    expect([got.code, got.message]).toEqual([409, 'The agency has already collected this command.'])
  })

  test('knows no command of another agency', async () => {
    const [agencyId, other] = [await server.newAgency(), await server.newAgency()]
    const { data } = await person.call(issue, { agencyId, agencyCommand: 'count' })
    const got = await person.call(cancel, { agencyId: other, commandId: data[0]?.commandId ?? 0 })
    expect([got.code, got.message]).toEqual([2, 'Command not found'])
  })

  test('and a collection at the same moment have one winner', async () => {
    const agencyId = await server.newAgency()
    const software = await server.software(agencyId)
    for (let round = 0; round < 20; round += 1) {
      const { data } = await person.call(issue, { agencyId, agencyCommand: 'count' })
      const commandId = data[0]?.commandId ?? 0
      const [cancelled, taken] = await Promise.all([
        person.call(cancel, { agencyId, commandId }),
        software.call(claim, {}),
      ])
      expect(cancelled?.code === 0).toBe(taken?.data.length === 0)
    }
  })
})

test('the queue tells when a command will be collected: at once, when the software is back, or nobody knows', async () => {
  const agencyId = await server.newAgency()
  const software = await server.software(agencyId)
  await person.call(issue, { agencyId, agencyCommand: 'count' })
  const pickup = async () => (await person.call(queue, { agencyId })).data[0]
  const seenAt = server.clock.now().toISOString()
  expect(await pickup()).toMatchObject({ expectedPickup: 'never', lastSeenAt: null })
  const beat = await software.call(heartbeat, { versionDisplay: '5.4.2', hostName: 'SERVER01' })
  expect(beat.data).toMatchObject([{ serverTime: seenAt, queued: 1, alerts: 0, retiresOn: null }])
  expect(await pickup()).toMatchObject({ expectedPickup: 'atOnce', lastSeenAt: seenAt })
  const spoken = { protocol: 1, capabilities: [], retiresOn: null }
  const open = [{ commandId: expect.any(Number), command: 'count', argument: '', state: 'queued' }]
  const status = { lastSeenAt: seenAt, versionDisplay: '5.4.2', hostName: 'SERVER01', ...spoken, open }
  expect((await person.call(softwareStatus, { agencyId })).data).toMatchObject([
    { connected: true, ...status },
  ])
  server.clock.turn(121)
  expect(await pickup()).toMatchObject({ expectedPickup: 'whenBack', lastSeenAt: seenAt })
  expect((await person.call(softwareStatus, { agencyId })).data).toMatchObject([
    { connected: false, ...status },
  ])
  await software.call(claim, {})
  expect(await pickup()).toMatchObject({ expectedPickup: null, lastSeenAt: server.clock.now().toISOString() })
})
