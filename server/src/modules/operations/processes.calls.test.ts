import { operations } from '@agency-support/contract/modules/operations'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test, vi } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { OwnProcess } from '../../calls/own-process.ts'
import { sandboxConfig } from '../../settings/config.ts'
import { openDatabase } from '../../db/open.ts'
import { startReporting, reportProcess } from './report-process.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const permissions = [P.CanAccess, P.AgencyManagementAdmin]

const server = useServer()
let reader: TestClient
beforeAll(async () => {
  reader = await server.asNew({ permissions })
})

/** A process on another host with given figures. */
function otherProcess(startedAt: Date, databaseUrl: string): OwnProcess {
  const own = new OwnProcess({ build: 'other', startedAt })
  own.attach({
    files: sandboxConfig({ databaseUrl }).files,
    breakers: new Map([
      ['SendGrid', { facts: { state: 'open', askedAt: startedAt, answeredAt: undefined, failures: 5 } }],
    ]),
    tasks: [{ name: 'retention', everyMs: 600_000, doneAt: null, failedAt: startedAt }],
    isReadOnly: () => false,
    readPools: () => [{ pool: 'read', total: 3, idle: 0, waiting: 2 }],
    readAnswers: () => ({ seconds: 300, all: 9, unavailable: 4, failed: 0, last: [] }),
    countLiveStreams: () => 7,
    countTextingConnections: () => 0,
    countCalls: () => 399,
    readCallLimit: () => 400,
  })
  return own
}

test('whichever process answers, each tells its own figures, until it stops or was silent for an hour', async () => {
  const read = async () => {
    const { data } = await reader.call(operations.status, {})
    const [status] = data
    if (status === undefined) throw new Error('no status')
    // Excludes problems of the test machine itself.
    const ours = status.problems.filter(({ says }) => !/event loop|connections of the|GB are free/.test(says))
    return { ...status, problems: ours }
  }
  const { clock } = server
  const db = openDatabase({ url: server.database.url, poolSize: 1, onError: () => undefined })
  const own = otherProcess(clock.now(), server.database.url)
  const reporting = startReporting({ db, own, clock, log })
  await reportProcess({ db, own, clock })
  const status = await read()
  expect(status.processes?.map(({ processId }) => processId)).toEqual([status.answeredBy, own.processId])
  const other = status.processes?.[1]
  expect(other).toMatchObject({ build: 'other', reportedAt: clock.now().toISOString() })
  expect(other?.figures).toMatchObject({ liveStreams: 7, pools: [{ pool: 'read', busy: 3, waiting: 2 }] })
  // The difference of the clocks is first known for the next report.
  expect(other?.figures?.clockApartMs).toBeNull()
  await reportProcess({ db, own, clock })
  expect((await read()).processes?.[1]?.figures?.clockApartMs).toBeTypeOf('number')
  const name = `${own.host} (${own.pid})`
  expect(status.problems.map(({ says }) => says).sort()).toEqual(
    [
      'Processes of different builds are serving: sandbox, other.',
      `${name} answered 4 requests with 503 in the last 5 minutes.`,
      `2 requests of ${name} wait for a connection of the read pool.`,
      `${name} has 399 calls in progress; at 400 it refuses more.`,
      `SendGrid did not answer the last requests of ${name}.`,
      `Deleting data no longer needed failed last time (${name}).`,
    ].sort(),
  )
  clock.turn(60)
  const silent = await read()
  expect(silent.problems.map(({ says }) => says)).toEqual([
    `The process ${name} has reported no figures since ${other?.reportedAt.slice(0, 19).replace('T', ' ')} UTC.`,
  ])
  await reporting.stop()
  expect((await read()).processes).toHaveLength(1)
  await db.close()
})

test('a process tells by how much its clock is ahead of the database’s, or behind it', async () => {
  const own = otherProcess(server.clock.now(), server.database.url)
  const { now } = Date
  const tellWith = async (aheadMs: number): Promise<number> => {
    const shifted = vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs)
    await reportProcess({ db: server.db, own, clock: server.clock })
    shifted.mockRestore()
    return own.clockApartMs ?? Number.NaN
  }
  // As much less as the statement took.
  const [ahead, behind, same] = [await tellWith(60_000), await tellWith(-60_000), await tellWith(0)]
  expect([Math.round(ahead / 10_000), Math.round(behind / 10_000), Math.round(same / 10_000)]).toEqual([
    6, -6, 0,
  ])
  own.stop()
  await server.db.write.deleteFrom('server_process').where('build', '=', 'other').execute()
})

test('the row of a process that was killed goes after an hour, and figures in another form are unknown', async () => {
  const row = {
    host: 'elsewhere',
    pid: 7,
    build: 'newer',
    started_at: server.clock.now(),
    figures: JSON.stringify({ anything: 'else' }),
  }
  const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
  const anHourAgo = new Date(server.clock.now().getTime() - 3_601_000)
  await server.db.write
    .insertInto('server_process')
    .values([
      { ...row, process_id: ids[0], told_at: anHourAgo },
      { ...row, process_id: ids[1], told_at: server.clock.now() },
    ])
    .execute()
  const own = otherProcess(server.clock.now(), server.database.url)
  await reportProcess({ db: server.db, own, clock: server.clock })
  own.stop()
  const { data } = await reader.call(operations.status, {})
  const listed = data[0]?.processes?.map(({ processId, figures }) => [processId, figures === null])
  expect(listed).toHaveLength(3)
  expect(listed).toContainEqual([ids[1], true])
})
