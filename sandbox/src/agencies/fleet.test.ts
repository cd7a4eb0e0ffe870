import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { seats } from '@agency-support/contract/modules/seats'
import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testAgentKey } from '../../../server/test/agent-keys.ts'
import { useServer } from '../../../server/test/use-server.ts'
import type { TestClient } from '../../../server/test/client.ts'
import { until } from '../../../server/test/until.ts'
import { demoAgencies } from '../demo-data/agencies.ts'
import { demoSeed } from '../demo-data/seed.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { getUsers } from './people.ts'
import { getProfile } from './profile.ts'

const well = 6938
const failing = 13141
const online = 12345
const switchedOff = 99999104
const chosen = [well, failing, online, switchedOff]
const agencies = [...demoAgencies(8, demoSeed)].filter(({ agencyId }) => chosen.includes(agencyId))
const usersOfWell = agencies.slice(0, 1).flatMap((facts) => getUsers(getProfile(facts)))
const folder = mkdtempSync(join(tmpdir(), 'agencies-'))
const said: string[] = []
const server = useServer()
let staff: TestClient
let fleet: Fleet | undefined

beforeAll(async () => {
  for (const { agencyId, isOnline } of agencies) {
    await server.software(agencyId)
    await server.db.write
      .updateTable('agency')
      .set({ is_online: isOnline })
      .where('agency_id', '=', agencyId)
      .execute()
  }
  staff = await server.asNew({ permissions: Object.values(P) })
})
afterAll(async () => {
  await fleet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(speed: number): Promise<void> {
  await fleet?.stop()
  fleet = await startFleet({
    origin: `http://127.0.0.1:${server.port}`,
    agencies: agencies.map((agency) => ({ ...agency, agencyKey: testAgentKey(agency.agencyId) })),
    record: join(folder, 'record'),
    speed,
    say: (sentence) => said.push(sentence),
  })
}

async function hasClientFiles(agencyId: number): Promise<boolean> {
  const asked = { agencyId: String(agencyId), type: 'client', clientId: '00000003' } as const
  return (await staff.call(agencyFiles.metadata, asked)).code === 0
}

async function rowsOfFiles(): Promise<number> {
  const { count } = await server.db.read
    .selectFrom('agency_file')
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

test('soon after the start the demo agencies with a number of their own have users, sign-ins, files, errors, seats and texting', async () => {
  await start(0)
  await fleet?.settled
  for (const agencyId of chosen) expect(await hasClientFiles(agencyId)).toBe(true)
  const { data: users } = await staff.call(agencyUsers.users, { agencyId: well })
  expect(users.map(({ username }) => username).toSorted()).toEqual(
    usersOfWell.map(({ username }) => username).toSorted(),
  )
  const username = users[0]?.username ?? ''
  expect((await staff.call(agencyUsers.signinLog, { agencyId: well, username })).data).toHaveLength(10)
  const { data: logs } = await staff.call(agencyFiles.logs, { agencyId: well })
  expect(logs).toHaveLength(5)
  const { data: totals } = await staff.call(agencyFiles.totals, { agencyId: failing, storageLocation: 0 })
  const { data: errors } = await staff.call(agencyFiles.conversionErrors, { agencyId: failing })
  expect(errors.length).toBeGreaterThan(10)
  expect(totals).toMatchObject([{ errors: errors.length, count: 2_415 }])
  const { data: tokens } = await staff.call(agencyFiles.multifolderLog, { agencyId: well })
  expect(tokens[0]?.current).toMatchObject({ cmsUser: usersOfWell[0]?.username })
  const { data: held } = await staff.call(seats.usage, { agencyId: String(online) })
  expect(held[0]?.licensedSeats).toBeGreaterThan(2)
  const { data: texts } = await staff.call(texting.agency, { agencyId: well })
  expect(texts).toMatchObject([{ phones: [{ phone: expect.any(String) }], tcrNumber: expect.any(String) }])
  const { data: months } = await staff.call(texting.sentMessages, {
    agencyId: well,
    interval: 'month',
    intervalPeriod: 1,
    quantity: 5,
  })
  expect(months.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(50)
  expect(said).toEqual([])
})

test('a machine that is switched off sends nothing and is not connected', async () => {
  const isConnected = async (agencyId: number) =>
    (await staff.call(agencyCommands.softwareStatus, { agencyId })).data[0]?.connected
  await until('the others are connected', async () => (await isConnected(well)) === true)
  expect(await isConnected(switchedOff)).toBe(false)
  const { data } = await staff.call(agencyFiles.multifolderLog, { agencyId: switchedOff })
  expect(Date.parse(data[0]?.current?.timestamp ?? '')).toBeLessThan(Date.now() - 19 * 3_600_000)
})

test('what was sent is not sent again at the next start, and the same users are no change', async () => {
  const before = await rowsOfFiles()
  const users = await staff.call(agencyUsers.users, { agencyId: well })
  await start(0)
  const issued = await staff.call(agencyCommands.issue, { agencyId: well, agencyCommand: 'pcssync' })
  expect(issued.code).toBe(0)
  const ended = async () =>
    (await staff.call(agencyCommands.queue, { agencyId: well })).data[0]?.state === 'succeeded'
  await until('the command has ended', ended)
  expect(await rowsOfFiles()).toBe(before)
  expect(await staff.call(agencyUsers.users, { agencyId: well })).toMatchObject({ data: users.data })
})

test('commands bring their files: a log, the config, clients', async () => {
  const orders = [
    { agencyCommand: 'log', argument: 'all' },
    { agencyCommand: 'agency', argument: '' },
    { agencyCommand: 'sync', argument: '00000001,00000002,99999999' },
    { agencyCommand: 'count', argument: '' },
  ] as const
  for (const order of orders) {
    const { code } = await staff.call(agencyCommands.issue, { agencyId: well, ...order })
    expect(code).toBe(0)
  }
  const queue = async () => (await staff.call(agencyCommands.queue, { agencyId: well })).data.slice(0, 4)
  await until('all have ended', async () => (await queue()).every(({ state }) => state === 'succeeded'))
  const [count, sync, config, log] = await queue()
  expect(log?.files.map(({ name }) => name)).toContain('cloudmanager.3.log')
  expect(config?.files).toMatchObject([{ kind: 'agencyConfig' }])
  expect(sync?.files.map(({ clientId }) => clientId).toSorted()).toEqual(['00000001', '00000002'])
  expect(sync?.output).toMatch(/Client 99999999: There is no such client\.\n2 of 3 sent\.\n$/)
  expect(count?.files).toMatchObject([{ kind: 'agencyMetrics' }])
  expect(said).toEqual([])
})

test('a user whom staff unlock is unlocked at the agency too, and stays so after a restart', async () => {
  const lockedUser = async () => {
    const { data } = await staff.call(agencyUsers.users, { agencyId: failing })
    return data.find(({ status }) => status === 2)
  }
  const username = (await lockedUser())?.username ?? ''
  expect((await staff.call(agencyUsers.unlock, { agencyId: failing, username })).code).toBe(0)
  const carriedOut = async () => {
    const { data } = await staff.call(agencyCommands.queue, { agencyId: failing })
    return data.some(({ command, state }) => command === 'unlockUser' && state === 'succeeded')
  }
  await until('the agency has heard of it', carriedOut)
  await start(0)
  await start(0)
  const { data } = await staff.call(agencyUsers.users, { agencyId: failing })
  expect(data.find((user) => user.username === username)?.status).toBe(0)
})

test('lively agencies renew their tokens, sign in, count and ask for seats by themselves', async () => {
  await start(1_000)
  const tokenTime = async () => {
    const { data } = await staff.call(agencyFiles.multifolderLog, { agencyId: well })
    return Date.parse(data[0]?.current?.timestamp ?? '')
  }
  const before = await tokenTime()
  await until('the token is newer', async () => (await tokenTime()) > before)
  const asked = async () =>
    (await server.db.read.selectFrom('seat_request').select('agency_id').execute()).length > 0
  await until('somebody has asked for a seat', asked)
  expect(said).toEqual([])
})
