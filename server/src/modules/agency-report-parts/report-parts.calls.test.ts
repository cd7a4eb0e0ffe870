import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { agencyReportParts } from '@agency-support/contract/modules/agency-report-parts'
import { agencyReports } from '@agency-support/contract/modules/agency-reports'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { seats } from '@agency-support/contract/modules/seats'
import { P } from '@agency-support/contract/permissions'
import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { giveAgentKey, testAgentKey } from '../../../test/agent-keys.ts'
import { useServer } from '../../../test/use-server.ts'
import { TestClient } from '../../../test/client.ts'
import { startVictim } from '../../../test/crash/victim.ts'
import { countDeletions } from '../../../test/deletions.ts'
import { testDatabase } from '../../../test/database.ts'
import { makeStaff, openTestSession } from '../../../test/people.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { plusSeconds, systemClock } from '../../lib/clock.ts'
import { openDatabase } from '../../db/open.ts'
import { deleteOldDrafts } from './retention.ts'
import { addPart, beginDraft, lockDraft } from './store.ts'

const server = useServer()
let reader: TestClient
beforeAll(async () => {
  reader = await server.asNew({ permissions: [P.CanAccess, P.SeatManagement] })
})

const error = (number: number) => ({
  clientId: String(number).padStart(8, '0'),
  date: '2026-11-20T08:00:00.000Z',
  code: 5,
  msg: 'No.',
})
const listErrors = async (client: TestClient, agencyId: number) =>
  (await client.call(agencyFiles.conversionErrors, { agencyId })).data.map(({ clientId }) => clientId).sort()

async function begin(software: TestClient, report: 'users' | 'errors' = 'errors'): Promise<string> {
  return (await software.call(agencyReportParts.begin, { report })).data[0]?.reportId ?? ''
}
const sendPart = (software: TestClient, reportId: string, part: number, ...entries: unknown[]) =>
  software.call(agencyReportParts.part, { reportId, part, entries })
const commit = (software: TestClient, reportId: string, parts: number) =>
  software.call(agencyReportParts.commit, { reportId, parts })

test('[AGENT-16] a report sent in parts replaces the one before only at its commit, whatever was killed before', async () => {
  const database = await testDatabase()
  const agencyId = 33_999
  const db = openDatabase({ url: database.url, poolSize: 2, onError: () => undefined })
  await giveAgentKey(db, systemClock, agencyId)
  const { cookie } = await openTestSession(db, systemClock, await makeStaff(db, systemClock))
  await db.close()
  const authorization = `Bearer ${testAgentKey(agencyId)}`
  const first = await startVictim(database.url)
  const before = new TestClient({ port: first.port, origin: first.origin, authorization })
  await before.call(agencyFiles.reportConversionErrors, { errors: [error(1), error(2)] })
  const reportId = await begin(before)
  expect((await sendPart(before, reportId, 1, error(3))).code).toBe(0)
  first.child.kill('SIGKILL')
  await first.ended
  before.close()
  const second = await startVictim(database.url)
  // The agency's program was restarted too: only the stored report id survives.
  const after = new TestClient({ port: second.port, origin: second.origin, authorization })
  const console = new TestClient({ port: second.port, origin: second.origin, cookie })
  const shown: string[][] = [await listErrors(console, agencyId)]
  expect((await sendPart(after, reportId, 2, error(4))).code).toBe(0)
  shown.push(await listErrors(console, agencyId))
  expect((await commit(after, reportId, 2)).code).toBe(0)
  shown.push(await listErrors(console, agencyId))
  const old = ['00000001', '00000002']
  expect(shown).toEqual([old, old, ['00000003', '00000004']])
  for (const client of [after, console]) client.close()
  second.child.kill('SIGKILL')
  await second.ended
  await database.drop()
})

describe('a report in parts', () => {
  test('takes the same part again and refuses another under its number', async () => {
    const { agencyId, software } = await server.newSoftware()
    const reportId = await begin(software)
    for (let times = 0; times < 2; times += 1)
      expect((await sendPart(software, reportId, 1, error(1))).code).toBe(0)
    const other = await sendPart(software, reportId, 1, error(2))
    expect([other.code, other.message, other.refusal]).toEqual([
      409,
      'Part 1 was sent with other entries.',
      { part: 1 },
    ])
    await commit(software, reportId, 1)
    expect(await listErrors(reader, agencyId)).toEqual(['00000001'])
    expect(await sendPart(software, reportId, 2, error(3))).toMatchObject({
      code: 409,
      message: 'The report was committed already.',
    })
  })

  test('takes a part that is sent again while it is being stored', async () => {
    const { agencyId, software } = await server.newSoftware()
    const reportId = await begin(software)
    const again = await server.db.write.transaction().execute(async (tx) => {
      await lockDraft(tx, agencyId, reportId)
      await addPart(tx, reportId, 1, JSON.stringify([error(1)]))
      const sending = sendPart(software, reportId, 1, error(1))
      await untilOneWaits(tx, 'agency_report_draft')
      return { sending }
    })
    expect(await again.sending).toMatchObject({ code: 0, message: '' })
  })

  test('takes the place of one that is just being begun', async () => {
    const { agencyId, software } = await server.newSoftware()
    const late = await server.db.write.transaction().execute(async (tx) => {
      const draft = { agencyId, report: 'errors', licensedSeats: null, at: server.clock.now() } as const
      await beginDraft(tx, { ...draft, reportId: randomUUID() })
      const beginning = begin(software)
      await untilOneWaits(tx, 'agency_report_draft')
      return { beginning }
    })
    expect(await commit(software, await late.beginning, 0)).toMatchObject({ code: 0 })
  })

  test('is not committed while a part is missing or there is one too many, and twice is answered the same', async () => {
    const { agencyId, software } = await server.newSoftware()
    const reportId = await begin(software)
    await sendPart(software, reportId, 3, error(3))
    await sendPart(software, reportId, 1, { ...error(1), clientId: '1' }, error(2))
    expect(await commit(software, reportId, 3)).toMatchObject({
      code: 409,
      message: 'Part 2 of 3 has not arrived.',
      refusal: { part: 2, parts: 3 },
    })
    expect(await commit(software, reportId, 2)).toMatchObject({
      code: 409,
      message: 'Part 3 was sent, and the report is to have 2.',
    })
    expect(await listErrors(reader, agencyId)).toEqual([])
    await sendPart(software, reportId, 2)
    const done = await commit(software, reportId, 3)
    expect([done.message, done.data]).toEqual([
      '1 of 3 errors: clientId must be eight digits',
      [{ list: 'errors', entry: 1, problem: 'clientId must be eight digits' }],
    ])
    expect((await commit(software, reportId, 3)).text).toBe(done.text)
    expect(await listErrors(reader, agencyId)).toEqual(['00000002', '00000003'])
    const { data } = await reader.call(agencyReports.notes, { agencyId })
    expect(data).toMatchObject([{ report: 'errors', summary: done.message }])
  })

  test('stays as it is when others are begun and committed', async () => {
    const [one, other] = [await server.newSoftware(), await server.newSoftware()]
    const reportId = await begin(one.software)
    await sendPart(one.software, reportId, 1, error(1))
    const others = [
      [one.software, await begin(one.software, 'users')],
      [other.software, await begin(other.software)],
    ] as const
    for (const [software, id] of others) expect((await commit(software, id, 0)).code).toBe(0)
    expect((await commit(one.software, reportId, 1)).code).toBe(0)
    expect(await listErrors(reader, one.agencyId)).toEqual(['00000001'])
  })

  test('belongs to its agency, gives way to the next one of its kind, and is gone after a day', async () => {
    const [one, other] = [await server.newSoftware(), await server.newSoftware()]
    const gone = { code: 404, message: 'There is no such report. Begin it again.' }
    const dropped = await begin(one.software)
    expect((await sendPart(one.software, dropped, 1, error(1))).code).toBe(0)
    const reportId = await begin(one.software)
    expect(await sendPart(one.software, dropped, 1, error(1))).toMatchObject(gone)
    expect(await sendPart(other.software, reportId, 1, error(1))).toMatchObject(gone)
    expect(await commit(other.software, reportId, 0)).toMatchObject(gone)
    await sendPart(one.software, reportId, 1, error(1))
    await deleteOldDrafts(server.db, plusSeconds(server.clock.now(), protocolNumbers.reportSeconds + 1))
    expect(await commit(one.software, reportId, 1)).toMatchObject(gone)
    const left = await server.db.read.selectFrom('agency_report_part').selectAll().execute()
    expect(left.filter((part) => part.report_id === reportId)).toEqual([])
  })

  test('is deleted with at most nineteen others at once: each may hold as much as a report may', async () => {
    await server.agency(1)
    const insert = `insert into agency_report_draft (agency_id, report, report_id, begun_at)
select 1, n::text, gen_random_uuid(), $1 from generate_series(1, $2) n`
    const at = plusSeconds(server.clock.now(), -1_000 * protocolNumbers.reportSeconds)
    const rows = { table: 'agency_report_draft', insert, number: 41, at }
    const counts = await countDeletions(server.db, rows, () =>
      deleteOldDrafts(server.db, plusSeconds(at, protocolNumbers.reportSeconds + 1)),
    )
    expect(counts).toEqual([20, 20, 1])
  })

  test('holds so many parts and bytes and no more', async () => {
    const { software } = await server.newSoftware()
    const reportId = await begin(software)
    const { maxReportBytes, maxReportParts } = protocolNumbers
    expect((await sendPart(software, reportId, maxReportParts + 1)).status).toBe(400)
    await sendPart(software, reportId, 1)
    await server.db.write
      .updateTable('agency_report_part')
      .set({ bytes: maxReportBytes - 2 })
      .where('report_id', '=', reportId)
      .execute()
    expect((await sendPart(software, reportId, 2)).code).toBe(0)
    expect(await sendPart(software, reportId, 3)).toMatchObject({
      code: 413,
      message: `The parts of a report hold at most ${maxReportBytes} bytes together.`,
    })
  })

  test('tells users and seats too, and replaces nothing where the whole of it cannot be', async () => {
    const { agencyId, software } = await server.newSoftware()
    await server.db.write
      .updateTable('agency')
      .set({ is_online: true })
      .where('agency_id', '=', agencyId)
      .execute()
    const ann = {
      username: 'ANN',
      firstName: 'Ann',
      lastName: 'Brown',
      online: true,
      status: 0,
      userFlags: 8,
    }
    const user = { ...ann, agencyPermissions: [10], emailVerified: false }
    const listUsers = async () =>
      (await reader.call(agencyUsers.users, { agencyId })).data.map(({ username }) => username)
    const good = await begin(software, 'users')
    await sendPart(software, good, 1, user)
    await sendPart(software, good, 2, { ...user, username: 'BOB' })
    expect((await commit(software, good, 2)).message).toBe('')
    expect(await listUsers()).toEqual(['ANN', 'BOB'])
    const twice = await begin(software, 'users')
    await sendPart(software, twice, 1, user)
    await sendPart(software, twice, 2, user)
    expect((await commit(software, twice, 2)).data).toEqual([
      { list: 'users', entry: 0, problem: 'A report names every user once' },
    ])
    expect(await listUsers()).toEqual(['ANN', 'BOB'])
    const { data } = await software.call(agencyReportParts.begin, { report: 'seats', licensedSeats: 7 })
    const reportId = data[0]?.reportId ?? ''
    await sendPart(software, reportId, 1, {
      username: 'ANN',
      lastSigninAt: null,
      lastTokenAt: null,
      tokens: [],
    })
    expect((await commit(software, reportId, 1)).code).toBe(0)
    const usage = await reader.call(seats.usage, { agencyId: String(agencyId) })
    expect(usage.data[0]).toMatchObject({ licensedSeats: 7, seats: [{ username: 'ANN' }] })
    expect((await software.call(agencyReportParts.begin, { report: 'seats' })).status).toBe(400)
  })
})
