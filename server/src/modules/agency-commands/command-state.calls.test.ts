import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { CommandOutcome } from '@agency-support/contract/rules/agency-commands'
import { describe, expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { logNamed, sendFile } from '../../../test/send-file.ts'
import { until } from '../../../test/until.ts'

const { issue, queue, cancel, claim, acknowledge, progress, finish } = agencyCommands
const leaseSeconds = 60
const week = 7 * 24 * 60 * 60
const server = useServer()

/** A new agency with its software and a person who looks at it. */
async function scene() {
  const { agencyId, software } = await server.newSoftware()
  const person = () => server.asNew()
  const ordered = async (): Promise<number> => {
    const { data } = await (await person()).call(issue, { agencyId, agencyCommand: 'count', again: true })
    return data[0]?.commandId ?? 0
  }
  const look = async () => (await (await person()).call(queue, { agencyId })).data
  const state = async (): Promise<string | undefined> => (await look())[0]?.state
  const events = async () => {
    const rows = await server.db.read
      .selectFrom('journal')
      .select(['event', 'actor_kind', 'actor'])
      .where('agency_id', '=', agencyId)
      .orderBy('seq')
      .execute()
    return rows.map((row) => `${row.event.replace('agencyCommands.', '')} by ${row.actor_kind}`)
  }
  /** Lets the lease of the held command expire. */
  const leaseOver = async (): Promise<void> => {
    server.clock.turn(leaseSeconds)
    await until('it is queued again', async () => (await state()) === 'queued')
  }
  const end = (commandId: number, attempt: number, outcome: CommandOutcome) =>
    software.call(finish, { commandId, attempt, outcome, output: 'Over.' })
  return { agencyId, software, ordered, look, state, events, leaseOver, end, person }
}

const said = ({ code, message }: { code: number; message: string }): unknown[] => [code, message]

test('a command is collected, acknowledged, runs, and ends with its output', async () => {
  const { software, ordered, look, state, events, end } = await scene()
  const commandId = await ordered()
  const taken = await software.call(claim, { most: 10 })
  const at = server.clock.now().getTime()
  expect(taken.data).toEqual([
    {
      commandId,
      attempt: 1,
      command: 'count',
      argument: '',
      leaseExpiresAt: new Date(at + leaseSeconds * 1000).toISOString(),
      begun: false,
    },
  ])
  expect(await state()).toBe('delivered')
  expect((await software.call(acknowledge, { commandId, attempt: 1 })).code).toBe(0)
  expect(await state()).toBe('acknowledged')
  server.clock.turn(30)
  const renewed = await software.call(progress, { commandId, attempt: 1, output: 'Counting 1 of 2' })
  expect(renewed.data).toEqual([{ leaseExpiresAt: new Date(at + 90_000).toISOString() }])
  expect(await look()).toMatchObject([{ state: 'running', begun: true, output: 'Counting 1 of 2' }])
  await software.call(progress, { commandId, attempt: 1, output: 'Counting 2 of 2' })
  expect((await end(commandId, 1, 'succeeded')).code).toBe(0)
  expect(await look()).toMatchObject([
    {
      state: 'succeeded',
      reason: null,
      output: 'Over.',
      deliveredAt: new Date(at).toISOString(),
      begunAt: new Date(at + 30_000).toISOString(),
      finishedAt: new Date(at + 30_000).toISOString(),
    },
  ])
  expect(await events()).toEqual(['queued by staff', 'acknowledged by agency', 'finished by agency'])
})

test('commands are collected in the order they were queued, each once', async () => {
  const { software, ordered } = await scene()
  const ids = [await ordered(), await ordered(), await ordered()]
  const first = await software.call(claim, { most: 2 })
  const rest = await software.call(claim, { most: 10 })
  expect([...first.data, ...rest.data].map(({ commandId }) => commandId)).toEqual(ids)
  expect((await software.call(claim, {})).data).toEqual([])
})

test('ten polls at one moment share what waits', async () => {
  const { software, ordered } = await scene()
  const ids: number[] = []
  for (let made = 0; made < 10; made += 1) ids.push(await ordered())
  const polls = await Promise.all(Array.from({ length: 10 }, () => software.call(claim, { most: 3 })))
  const taken = polls.flatMap(({ data }) => data.map(({ commandId }) => commandId))
  expect(taken.toSorted((a, b) => a - b)).toEqual(ids)
})

test('an agency that is away finds its commands when it is back', async () => {
  const { software, ordered, state } = await scene()
  const commandId = await ordered()
  server.clock.turn(3 * 24 * 60 * 60)
  expect((await software.call(claim, {})).data).toMatchObject([{ commandId, attempt: 1 }])
  expect(await state()).toBe('delivered')
})

test('every report may be sent twice without harm', async () => {
  const { software, ordered, look, events, end } = await scene()
  const commandId = await ordered()
  await software.call(claim, {})
  for (let time = 0; time < 2; time += 1) {
    expect((await software.call(acknowledge, { commandId, attempt: 1 })).code).toBe(0)
    expect((await software.call(progress, { commandId, attempt: 1, output: 'Counting' })).code).toBe(0)
  }
  for (let time = 0; time < 2; time += 1) expect((await end(commandId, 1, 'failed')).code).toBe(0)
  expect(await look()).toMatchObject([{ state: 'failed', reason: null }])
  expect(said(await end(commandId, 1, 'succeeded'))).toEqual([
    409,
    'This report no longer counts: the command is failed, attempt 1.',
  ])
  expect(said(await end(commandId, 1, 'interrupted'))[0]).toBe(409)
  expect(await events()).toEqual(['queued by staff', 'acknowledged by agency', 'finished by agency'])
})

test('of two different ends at one moment one counts', async () => {
  const { software, ordered, end, events } = await scene()
  const commandId = await ordered()
  await software.call(claim, {})
  const outcomes = ['succeeded', 'failed', 'interrupted'] as const
  const codes = await Promise.all(outcomes.map(async (outcome) => (await end(commandId, 1, outcome)).code))
  expect(codes.sort((a, b) => a - b)).toEqual([0, 409, 409])
  expect((await events()).filter((event) => event === 'finished by agency')).toHaveLength(1)
})

describe('a lease that runs out', () => {
  test('queues the command again under the next attempt; the earlier one no longer counts', async () => {
    const { software, ordered, leaseOver, events, end, look } = await scene()
    const commandId = await ordered()
    await software.call(claim, {})
    await software.call(acknowledge, { commandId, attempt: 1 })
    await leaseOver()
    expect(await look()).toMatchObject([{ attempt: 2, begun: false }])
    const again = await software.call(claim, {})
    expect(again.data).toMatchObject([{ commandId, attempt: 2, begun: false }])
    const late = await software.call(progress, { commandId, attempt: 1, output: 'Still here' })
    expect(said(late)).toEqual([409, 'This report no longer counts: the command is delivered, attempt 2.'])
    expect(late.refusal).toEqual({ state: 'delivered', attempt: 2 })
    expect((await end(commandId, 1, 'succeeded')).code).toBe(409)
    expect((await end(commandId, 2, 'succeeded')).code).toBe(0)
    expect(await events()).toEqual([
      'queued by staff',
      'acknowledged by agency',
      'requeued by system',
      'finished by agency',
    ])
  })

  test('hands a command that was begun out as begun; interrupted is a failure with that reason', async () => {
    const { agencyId, software, ordered, leaseOver, end, look, person } = await scene()
    const commandId = await ordered()
    await software.call(claim, {})
    await software.call(progress, { commandId, attempt: 1, output: 'Half way' })
    await leaseOver()
    const tooLate = await (await person()).call(cancel, { agencyId, commandId })
    expect(said(tooLate)).toEqual([409, 'The agency has already begun this command.'])
    const again = await software.call(claim, {})
    expect(again.data).toMatchObject([{ commandId, attempt: 2, begun: true }])
    expect((await end(commandId, 2, 'interrupted')).code).toBe(0)
    expect((await end(commandId, 2, 'interrupted')).code).toBe(0)
    expect(await look()).toMatchObject([{ state: 'failed', reason: 'interrupted', attempt: 2 }])
  })

  test('does not run out while reports come', async () => {
    const { software, ordered, state } = await scene()
    const commandId = await ordered()
    await software.call(claim, {})
    for (let minute = 0; minute < 5; minute += 1) {
      server.clock.turn(leaseSeconds - 1)
      expect((await software.call(progress, { commandId, attempt: 1, output: `${minute}` })).code).toBe(0)
    }
    expect(await state()).toBe('running')
  })

  test('is found after a restart of the server, too', async () => {
    const { software, ordered, agencyId } = await scene()
    const commandId = await ordered()
    await software.call(claim, {})
    await using restarted = await testServer({ database: server.database, clock: server.clock })
    server.clock.turn(leaseSeconds)
    const same = await restarted.software(agencyId)
    const again = await same.call(claim, { waitSeconds: 10 })
    expect(again.data).toMatchObject([{ commandId, attempt: 2 }])
  })

  test('is one entry of the record although two servers watch', async () => {
    await using other = await testServer({ database: server.database, clock: server.clock })
    const { software, ordered, leaseOver, events } = await scene()
    for (let made = 0; made < 20; made += 1) await ordered()
    await software.call(claim, { most: 10 })
    await software.call(claim, { most: 10 })
    expect(other.database).toBe(server.database)
    await leaseOver()
    await until(
      'all are',
      async () => (await events()).filter((one) => one === 'requeued by system').length === 20,
    )
    expect((await events()).length).toBe(40)
  })
})

describe('after a week', () => {
  test('what nobody collected expires', async () => {
    const { software, ordered, state, events } = await scene()
    await ordered()
    server.clock.turn(week - 1)
    expect(await state()).toBe('queued')
    server.clock.turn(1)
    await until('it has expired', async () => (await state()) === 'expired')
    expect((await software.call(claim, {})).data).toEqual([])
    expect((await events()).at(-1)).toBe('expired by system')
  })

  test('what was collected at its end and came back is handed out again, for a week more', async () => {
    const { software, ordered, leaseOver, look, state } = await scene()
    const commandId = await ordered()
    server.clock.turn(week - 1)
    expect((await software.call(claim, {})).data).toMatchObject([{ commandId, attempt: 1 }])
    await leaseOver()
    server.clock.turn(week - leaseSeconds - 1)
    expect((await look())[0]).toMatchObject({ state: 'queued', attempt: 2 })
    server.clock.turn(1)
    await until('it has expired', async () => (await state()) === 'expired')
    expect((await software.call(claim, {})).data).toEqual([])
  })

  test('and one more, what still comes back expires although it is collected', async () => {
    const { software, ordered, leaseOver, state } = await scene()
    await ordered()
    server.clock.turn(week - 1)
    await software.call(claim, {})
    await leaseOver()
    server.clock.turn(week - leaseSeconds - 1)
    expect((await software.call(claim, {})).data).toMatchObject([{ attempt: 2 }])
    server.clock.turn(leaseSeconds)
    await until('it has expired', async () => (await state()) === 'expired')
  })

  test('what was begun and never heard of again has failed', async () => {
    const { software, ordered, leaseOver, look } = await scene()
    const commandId = await ordered()
    await software.call(claim, {})
    await software.call(progress, { commandId, attempt: 1, output: '' })
    await leaseOver()
    server.clock.turn(week)
    await until('it has', async () => (await look())[0]?.state === 'failed')
    expect(await look()).toMatchObject([{ reason: 'interrupted' }])
  })
})

test('a command of another agency is not found, whatever is reported of it', async () => {
  const { software, ordered, state } = await scene()
  const { software: stranger } = await scene()
  const commandId = await ordered()
  expect((await stranger.call(claim, {})).data).toEqual([])
  await software.call(claim, {})
  const given = { commandId, attempt: 1 }
  const reported = [
    await stranger.call(acknowledge, given),
    await stranger.call(progress, { ...given, output: 'mine' }),
    await stranger.call(finish, { ...given, outcome: 'failed' }),
  ]
  expect(reported.map(said)).toEqual(Array.from({ length: 3 }, () => [2, 'Command not found']))
  expect(await state()).toBe('delivered')
})

test('the files it brought are named with it; those of another agency or none are left out', async () => {
  const { software, ordered, look } = await scene()
  const { software: stranger } = await scene()
  const commandId = await ordered()
  await software.call(claim, {})
  const own = await sendFile(software, logNamed('error.log'), Buffer.from('one line'))
  const foreign = await sendFile(stranger, logNamed('secret.log'), Buffer.from('not theirs'))
  const uploadIds = [own, foreign, '00000000-0000-4000-8000-000000000000']
  const got = await software.call(finish, { commandId, attempt: 1, outcome: 'succeeded', uploadIds })
  expect(got.code).toBe(0)
  expect((await look())[0]?.files).toEqual([{ kind: 'log', name: 'error.log', location: 8, clientId: '' }])
})

test('a waiting command takes no report', async () => {
  const { software, ordered, end, state } = await scene()
  const commandId = await ordered()
  expect((await end(commandId, 1, 'succeeded')).code).toBe(409)
  expect((await software.call(acknowledge, { commandId, attempt: 1 })).code).toBe(409)
  expect(await state()).toBe('queued')
})

test('output is kept up to 8 kB, counted in bytes', async () => {
  const { software, ordered, look } = await scene()
  const commandId = await ordered()
  await software.call(claim, {})
  const reportOutput = (client: TestClient, output: string) =>
    client.call(progress, { commandId, attempt: 1, output }).then(({ status }) => status)
  expect(await reportOutput(software, 'ä'.repeat(4_096))).toBe(200)
  expect(await reportOutput(software, 'ä'.repeat(4_097))).toBe(400)
  expect(await reportOutput(software, 'a\0b')).toBe(400)
  expect((await look())[0]?.output).toHaveLength(4_096)
})
