import { agencies } from '@agency-support/contract/modules/agencies'
import { operations } from '@agency-support/contract/modules/operations'
import { P } from '@agency-support/contract/permissions'
import { taskLabels } from '@agency-support/contract/rules/operations'
import { hostname } from 'node:os'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { until } from '../../../test/until.ts'
import type { Services } from '../../calls/context.ts'
import { readQueueFigures } from './queues.ts'

const server = useServer({ config: { build: 'b7' } })
let reader: TestClient
beforeAll(async () => {
  reader = await server.asNew({ permissions: [P.CanAccess, P.AgencyManagementAdmin] })
})

const minutesAgo = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000)

/** Turns the clock first, because counts are cached for five seconds. */
async function readStatus(client = reader) {
  server.clock.turn(5)
  const got = await client.call(operations.status, {})
  expect([got.status, got.code]).toEqual([200, 0])
  const [status] = got.data
  if (status === undefined) throw new Error('no status')
  // Excludes problems of the test machine itself.
  const ours = status.problems.filter(
    ({ says: text }) => !/event loop|connections of the|GB are free/.test(text),
  )
  return { ...status, problems: ours }
}

const says = async (): Promise<string[]> => (await readStatus()).problems.map((problem) => problem.says)

test('an installation that works tells its process, database, queues, journal and storage, and no problem', async () => {
  const { processes, database, queues, journal, software, problems, answeredBy, checkedAt } =
    await readStatus()
  expect(problems).toEqual([])
  expect(checkedAt).toBe(server.clock.now().toISOString())
  const [own] = processes ?? []
  expect(own).toMatchObject({ processId: answeredBy, host: hostname(), pid: process.pid, build: 'b7' })
  expect(own?.figures).toMatchObject({
    calls: { max: 400 },
    readOnly: false,
    storage: { store: 'folder', usable: true },
  })
  const { memoryBytes = 0, pools = [], tasks = [], providers = [], storage } = own?.figures ?? {}
  expect(memoryBytes).toBeGreaterThan(1_000_000)
  expect(storage?.freeBytes).toBeGreaterThan(0)
  expect(pools.map(({ pool }) => pool)).toEqual(['read', 'write'])
  expect(tasks.map(({ name }) => name).toSorted()).toEqual(Object.keys(taskLabels).toSorted())
  expect(providers.map(({ provider }) => provider)).toContain('SendGrid')
  expect(database).toMatchObject({ isReplica: false, replicas: [] })
  expect(database?.version).toMatch(/^\d+\.\d+$/)
  expect(database?.sizeBytes).toBeGreaterThan(1_000_000)
  expect(database?.connections).toBeGreaterThan(0)
  expect(queues).toMatchObject({
    commands: { queued: 0, oldestAt: null },
    work: { open: 0, overdueAt: null },
  })
  expect(journal?.lagSeconds).toBe(0)
  expect(software).toEqual({ known: 0, connected: 0 })
})

test('commands wait for software that is connected, away or busy, and only the first is a problem', async () => {
  for (const agency_id of [1, 2, 3]) await server.agency(agency_id)
  const [first, second] = [minutesAgo(30), minutesAgo(7)]
  const { write } = server.db
  const seen = (agency_id: number, minutes: number) => ({ agency_id, last_seen_at: minutesAgo(minutes) })
  await write
    .insertInto('agency_software')
    .values([seen(1, 0), seen(2, 9), seen(3, 1)])
    .execute()
  const order = { command: 'count', issued_by: 'somebody', created_at: first }
  await write
    .insertInto('agency_command')
    .values([
      { ...order, agency_id: 2 },
      { ...order, agency_id: 3 },
      { ...order, agency_id: 3, state: 'running', lease_until: minutesAgo(-1) },
    ])
    .execute()
  const before = await readStatus()
  expect(before.software).toEqual({ known: 3, connected: 2 })
  expect(before.queues?.commands).toEqual({
    queued: 2,
    reachable: 0,
    oldestAt: first.toISOString(),
    oldestReachableAt: null,
  })
  expect(before.problems).toEqual([])
  await write
    .insertInto('agency_command')
    .values({ ...order, agency_id: 1, created_at: second })
    .execute()
  const after = await readStatus()
  expect(after.queues?.commands).toMatchObject({
    queued: 3,
    reachable: 1,
    oldestReachableAt: second.toISOString(),
  })
  expect(after.problems.map((problem) => problem.says)).toEqual([
    'A command for connected software was queued 7 min ago.',
  ])
  const age = (since: Date) => (server.clock.now().getTime() - since.getTime()) / 1_000
  // Services of its own, because those of the server keep the result for five seconds.
  expect(await readQueueFigures({} as Services, server.db.read, server.clock.now())).toEqual([
    { queue: 'commands', waiting: 3, oldestSeconds: age(first) },
    { queue: 'reachableCommands', waiting: 1, oldestSeconds: age(second) },
    { queue: 'work', waiting: 0, oldestSeconds: 0 },
  ])
  await write.deleteFrom('agency_command').execute()
})

test('commands reach connected software however many they are, and software that was never seen not at all', async () => {
  for (const agency_id of [4, 5]) await server.agency(agency_id)
  const { write } = server.db
  await write
    .insertInto('agency_software')
    .values({ agency_id: 5, last_seen_at: minutesAgo(0) })
    .execute()
  const order = { command: 'count', issued_by: 'somebody', created_at: minutesAgo(1) }
  await write
    .insertInto('agency_command')
    .values([4, 5, 5].map((agency_id) => ({ ...order, agency_id })))
    .execute()
  expect((await readStatus()).queues?.commands).toMatchObject({ queued: 3, reachable: 2 })
  await write.deleteFrom('agency_command').execute()
})

test('work at providers that fails and that nobody carries out is a problem, the worse first', async () => {
  const { write } = server.db
  const [asked, due] = [minutesAgo(50), minutesAgo(20)]
  const work = { agency_id: 1, input: '{}', progress: '{}', requested_by: 'somebody' }
  await write
    .insertInto('outside_work')
    .values([
      {
        ...work,
        work_id: '00000000-0000-4000-8000-000000000001',
        kind: 'made.up',
        requested_at: asked,
        next_attempt_at: due,
      },
      {
        ...work,
        work_id: '00000000-0000-4000-8000-000000000002',
        kind: 'made.down',
        requested_at: minutesAgo(40),
        failures: 3,
        next_attempt_at: minutesAgo(-5),
      },
      {
        ...work,
        work_id: '00000000-0000-4000-8000-000000000003',
        kind: 'made.before',
        requested_at: minutesAgo(90),
        failures: 2,
        next_attempt_at: null,
        ended_at: minutesAgo(60),
        succeeded: false,
      },
    ])
    .execute()
  const { queues, problems } = await readStatus()
  expect(queues?.work).toEqual({
    open: 2,
    failing: 1,
    oldestAt: asked.toISOString(),
    overdueAt: due.toISOString(),
  })
  expect(problems.map(({ weight, says: text }) => [weight, text])).toEqual([
    ['bad', 'Work at a provider was due 20 min ago, and no process carries it out.'],
    ['warn', 'The last try of one task at providers failed.'],
  ])
  await write.deleteFrom('outside_work').execute()
})

test('a part that cannot be read is null and reported, and the others are there', async () => {
  await server.db.write.schema.alterTable('outside_work').renameTo('outside_work_away').execute()
  const { queues, database, problems } = await readStatus()
  await server.db.write.schema.alterTable('outside_work_away').renameTo('outside_work').execute()
  expect(queues).toBeNull()
  expect(database).not.toBeNull()
  expect(problems).toEqual([
    {
      weight: 'warn',
      says: 'The queues could not be read.',
      fix: 'Look in the log of the process that answered for operations.read.',
    },
  ])
  expect((await readStatus()).queues).not.toBeNull()
})

test('failed answers of the last five minutes are counted with the number that finds them in the log', async () => {
  const name = `${hostname()} (${process.pid})`
  await server.db.write.schema.alterTable('agency').renameTo('agency_away').execute()
  const failedAt = server.clock.now()
  const failed = await reader.call(agencies.config, { agencyId: 1 })
  await server.db.write.schema.alterTable('agency_away').renameTo('agency').execute()
  expect(failed.status).toBe(500)
  const sentence = `${name} failed to answer 1 request in the last 5 minutes.`
  await until('the answer is counted', async () => (await says()).includes(sentence))
  const [own] = (await readStatus()).processes ?? []
  expect(own?.figures?.answers).toMatchObject({ failed: 1, unavailable: 0 })
  expect(own?.figures?.answers.last).toEqual([
    {
      at: failedAt.toISOString(),
      status: 500,
      call: 'agencies.config',
      requestId: failed.headers['x-request-id'],
    },
  ])
  server.clock.turn(301)
  reader = await server.asNew({ permissions: [P.CanAccess, P.AgencyManagementAdmin] })
  expect(await says()).not.toContain(sentence)
})
