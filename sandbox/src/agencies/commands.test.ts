import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { QueuedCommand } from '@agency-support/contract/modules/queued-command'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testAgentKey } from '../../../server/test/agent-keys.ts'
import { useServer } from '../../../server/test/use-server.ts'
import type { TestClient } from '../../../server/test/client.ts'
import { until } from '../../../server/test/until.ts'
import { demoAgencies } from '../demo-data/agencies.ts'
import { demoSeed } from '../demo-data/seed.ts'
import { DurableRecord } from './durable-record.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { type Agencies, startAgencies } from './start.ts'

const steady = 6938
const slow = 8951
const agencies = [...demoAgencies(2, demoSeed)]
const leaseSeconds = 61
const server = useServer()
let staff: TestClient
let folder: string
let record: string
let running: (Fleet | Agencies) | undefined
const said: string[] = []

beforeAll(async () => {
  for (const { agencyId } of agencies) await server.software(agencyId)
  staff = await server.asNew()
})

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agencies-'))
  record = join(folder, 'record')
  said.length = 0
  // The starting data counts as sent, so that these tests see only commands.
  const settled = await DurableRecord.open(record)
  for (const { agencyId } of agencies) await settled.settle(agencyId)
  await settled.close()
})
afterEach(async () => {
  await running?.stop()
  running = undefined
  rmSync(folder, { recursive: true, force: true })
})

const say = (sentence: string): void => void said.push(sentence)
const origin = (): string => `http://127.0.0.1:${server.port}`

/** The software of the agencies inside this process. */
async function start(): Promise<void> {
  const living = agencies.map((agency) => ({ ...agency, agencyKey: testAgentKey(agency.agencyId) }))
  running = await startFleet({ origin: origin(), agencies: living, record, speed: 0, say })
}

/** The software of the agencies in its own process, as in the sandbox. */
function startProcess(): Agencies {
  const started = startAgencies({
    origin: origin(),
    agencies,
    getKey: testAgentKey,
    record,
    speed: 0,
    say,
  })
  running = started
  return started
}

async function queue(agencyId: number, agencyCommand: 'pcssync' | 'log'): Promise<number> {
  const { code, message, data } = await staff.call(agencyCommands.issue, {
    agencyId,
    agencyCommand,
    again: true,
  })
  expect([code, message]).toEqual([0, expect.any(String)])
  return data[0]?.commandId ?? 0
}

async function look(agencyId: number, commandId: number): Promise<QueuedCommand | undefined> {
  const { data } = await staff.call(agencyCommands.queue, { agencyId })
  return data.find((command) => command.commandId === commandId)
}

function becomes(agencyId: number, commandId: number, state: QueuedCommand['state']): Promise<void> {
  return until(`it is ${state}`, async () => (await look(agencyId, commandId))?.state === state)
}

test('a command is picked up at once, carried out and its output reported', async () => {
  await start()
  const commandId = await queue(steady, 'pcssync')
  await becomes(steady, commandId, 'running')
  await becomes(steady, commandId, 'succeeded')
  expect(await look(steady, commandId)).toMatchObject({
    attempt: 1,
    output: expect.stringMatching(
      /^Asking the policy service for changes\n\d+ policies changed .*\n\d+ policies updated\.\n$/,
    ),
  })
  expect(said).toEqual([])
})

test('commands of one agency are carried out in their order, one at a time', async () => {
  const first = await queue(steady, 'pcssync')
  const second = await queue(steady, 'pcssync')
  await start()
  await becomes(steady, second, 'succeeded')
  const [one, two] = [await look(steady, first), await look(steady, second)]
  expect(one?.state).toBe('succeeded')
  expect(Date.parse(one?.finishedAt ?? '')).toBeLessThanOrEqual(Date.parse(two?.begunAt ?? ''))
})

test('software that is killed in the middle starts again and reports the command interrupted, not running it again', async () => {
  const software = startProcess()
  const commandId = await queue(slow, 'pcssync')
  await becomes(slow, commandId, 'running')
  const killed = software.pid() ?? 0
  process.kill(killed, 'SIGKILL')
  await until('it has started again', () => software.pid() !== killed)
  server.clock.turn(leaseSeconds)
  await becomes(slow, commandId, 'failed')
  expect(await look(slow, commandId)).toMatchObject({
    reason: 'interrupted',
    attempt: 2,
    output: 'The software was stopped while this command was running.\n',
  })
  expect(said).toEqual(["The agencies' software has ended by itself; starting it again."])
})

test('an ending that the server did not hear of is told when it hands the command out again', async () => {
  const commandId = await queue(steady, 'pcssync')
  const software = await server.software(steady)
  const { data } = await software.call(agencyCommands.claim, {})
  expect(data).toMatchObject([{ commandId, attempt: 1 }])
  await software.call(agencyCommands.progress, { commandId, attempt: 1, output: 'Asking' })
  const before = await DurableRecord.open(record)
  await before.begin(steady, commandId)
  await before.end(steady, commandId, { outcome: 'succeeded', output: 'All of it.\n', uploadIds: [] })
  await before.close()
  server.clock.turn(leaseSeconds)

  await start()
  await becomes(steady, commandId, 'succeeded')
  expect(await look(steady, commandId)).toMatchObject({ attempt: 2, output: 'All of it.\n' })
  await running?.stop()
  running = undefined
  const after = await DurableRecord.open(record)
  expect(after.hasBegun(steady, commandId)).toBe(false)
  await after.close()
})

test('a command whose lease ran out while it was running is not finished under the old attempt', async () => {
  await start()
  const commandId = await queue(slow, 'pcssync')
  await becomes(slow, commandId, 'running')
  server.clock.turn(leaseSeconds)
  await becomes(slow, commandId, 'failed')
  expect(await look(slow, commandId)).toMatchObject({ reason: 'interrupted', attempt: 2 })
})

test('an unknown key is reported once, and the others go on', async () => {
  const living = agencies.map((agency, at) => ({
    ...agency,
    agencyKey: at === 0 ? testAgentKey(agency.agencyId) : `${agency.agencyId}.${'x'.repeat(43)}`,
  }))
  running = await startFleet({ origin: origin(), agencies: living, record, speed: 0, say })
  const commandId = await queue(steady, 'pcssync')
  await becomes(steady, commandId, 'succeeded')
  expect(said).toEqual(['Unknown agency key.'])
})
