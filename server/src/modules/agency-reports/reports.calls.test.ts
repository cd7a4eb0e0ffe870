import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { agencyReports } from '@agency-support/contract/modules/agency-reports'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { seats } from '@agency-support/contract/modules/seats'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import { ann as reportedUser } from '../../../test/agency-users.ts'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { announce } from '../../../test/send-file.ts'
import { wireForm } from '../../../test/wire.ts'

const server = useServer()
let reader: TestClient
beforeAll(async () => {
  reader = await server.asNew({ permissions: [P.CanAccess, P.SeatManagement] })
})

const ann = { ...reportedUser, username: 'ANN' }
const bob = { ...ann, username: 'BOB', firstName: 'Bob' }
const odd = { ...ann, username: 'ODD', status: 4 }

async function newAgency(): Promise<{ agencyId: number; software: TestClient }> {
  const { agencyId, software } = await server.newSoftware()
  await server.db.write
    .updateTable('agency')
    .set({ is_online: true })
    .where('agency_id', '=', agencyId)
    .execute()
  return { agencyId, software }
}

/** Sends a report as it is, even if it violates the contract. */
async function sendReport(software: TestClient, call: Parameters<typeof wireForm>[0], body: object) {
  return software.answered(call, await software.send({ ...wireForm(call, {}), body: JSON.stringify(body) }))
}

const listUsers = async (agencyId: number) =>
  (await reader.call(agencyUsers.users, { agencyId })).data.map(({ username }) => username)
const listNotes = async (agencyId: number) => (await reader.call(agencyReports.notes, { agencyId })).data
const listEntries = (agencyId: number) =>
  server.db.read
    .selectFrom('journal')
    .select(['event', 'subject', 'reason'])
    .where('agency_id', '=', agencyId)
    .where('event', 'like', 'agencyReports.%')
    .orderBy('seq')
    .execute()

const statusFour = '1 of 3 users: status 4 is not known'

describe('a report', () => {
  test('[AGENT-18] of three users one of whom has status 4 stores two, and answer and journal say so', async () => {
    const { agencyId, software } = await newAgency()
    const got = await sendReport(software, agencyUsers.reportUsers, { users: [ann, odd, bob] })
    expect([got.status, got.code, got.message, got.data]).toEqual([
      200,
      0,
      statusFour,
      [{ list: 'users', entry: 2, problem: 'status 4 is not known' }],
    ])
    expect(await listUsers(agencyId)).toEqual(['ANN', 'BOB'])
    expect(await listEntries(agencyId)).toEqual([
      { event: 'agencyReports.notUnderstood', subject: 'users', reason: statusFour },
    ])
    expect(await listNotes(agencyId)).toEqual([
      {
        report: 'users',
        summary: statusFour,
        entries: got.data,
        notedAt: server.clock.now().toISOString(),
      },
    ])
  })

  test('that says the same again is no news; one that is understood completely takes the note away', async () => {
    const { agencyId, software } = await newAgency()
    for (let times = 0; times < 2; times += 1)
      await sendReport(software, agencyUsers.reportUsers, { users: [ann, odd, bob] })
    expect(await listEntries(agencyId)).toHaveLength(1)
    const got = await software.call(agencyUsers.reportUsers, { users: [ann, bob] })
    expect([got.code, got.text]).toEqual([0, '{"code":0,"message":"","data":[]}'])
    expect(await listNotes(agencyId)).toEqual([])
    expect((await listEntries(agencyId)).at(-1)).toEqual({
      event: 'agencyReports.understood',
      subject: 'users',
      reason: null,
    })
  })

  test('that leaves out another entry for the same reason is noted anew', async () => {
    const { agencyId, software } = await newAgency()
    await sendReport(software, agencyUsers.reportUsers, { users: [ann, odd, bob] })
    server.clock.turn(60)
    const { data } = await sendReport(software, agencyUsers.reportUsers, { users: [ann, bob, odd] })
    expect(data).toEqual([{ list: 'users', entry: 3, problem: 'status 4 is not known' }])
    const notedAt = server.clock.now().toISOString()
    expect(await listNotes(agencyId)).toEqual([
      { report: 'users', summary: statusFour, entries: data, notedAt },
    ])
  })

  test('that leaves out the same entry of more is noted anew', async () => {
    const { agencyId, software } = await newAgency()
    for (const users of [
      [ann, odd],
      [ann, odd, bob],
    ])
      await sendReport(software, agencyUsers.reportUsers, { users })
    expect(await listNotes(agencyId)).toMatchObject([{ summary: statusFour }])
  })

  test('that is understood takes no note of another kind or agency away', async () => {
    const [one, other] = [await newAgency(), await newAgency()]
    for (const { software } of [one, other])
      await sendReport(software, agencyUsers.reportUsers, { users: [ann, odd, bob] })
    const failed = { clientId: '1', date: '2026-11-20T08:00:00Z', code: 5, msg: 'No.' }
    await sendReport(one.software, agencyFiles.reportConversionErrors, { errors: [failed] })
    await one.software.call(agencyUsers.reportUsers, { users: [ann, bob] })
    expect(await listNotes(one.agencyId)).toMatchObject([{ report: 'errors' }])
    expect(await listNotes(other.agencyId)).toMatchObject([{ report: 'users' }])
  })

  test.each(['A\0B', 'A\ud800'])('names a user %j whom no database can hold', async (username) => {
    const { agencyId, software } = await newAgency()
    const got = await sendReport(software, agencyUsers.reportUsers, { users: [ann, { ...bob, username }] })
    expect([got.status, got.message]).toEqual([200, '1 of 2 users: username must be plain text'])
    expect(await listUsers(agencyId)).toEqual(['ANN'])
  })

  test('does not count those as gone whom it names, and replaces nothing when nothing of it is understood', async () => {
    const { agencyId, software } = await newAgency()
    await software.call(agencyUsers.reportUsers, { users: [ann, bob, { ...odd, status: 1 }] })
    await sendReport(software, agencyUsers.reportUsers, { users: [ann, odd] })
    expect(await listUsers(agencyId)).toEqual(['ANN', 'ODD'])
    const got = await sendReport(software, agencyUsers.reportUsers, { users: [1, {}, 'x'] })
    expect(got.code).toBe(0)
    expect(got.message).toMatch(/^3 of 3 users: /)
    expect(await listUsers(agencyId)).toEqual(['ANN', 'ODD'])
  })

  test('whose frame is wrong is refused, and so is one that names a user twice', async () => {
    const { software } = await newAgency()
    for (const body of [{}, { users: 'all' }, { users: [ann, odd, ann] }])
      expect((await sendReport(software, agencyUsers.reportUsers, body)).status).toBe(400)
  })

  test('of sign-ins, seats and errors is judged in the same way', async () => {
    const { agencyId, software } = await newAgency()
    await software.call(agencyUsers.reportUsers, { users: [ann] })
    const signin = { username: 'ANN', created: '2026-11-20T08:00:00Z', outcome: 0, ip: '', hostname: '' }
    const signins = await sendReport(software, agencyUsers.reportSignins, {
      entries: [signin, { ...signin, outcome: 42 }],
    })
    expect(signins.message).toBe('1 of 2 sign-ins: outcome 42 is not known')
    const log = await reader.call(agencyUsers.signinLog, { agencyId, username: 'ANN', lastN: 10 })
    expect(log.data).toHaveLength(1)
    const seat = { username: 'ANN', lastSigninAt: null, lastTokenAt: null, tokens: [] }
    const held = await sendReport(software, seats.reportSeats, {
      licensedSeats: 2,
      seats: [seat, { ...seat, username: 'BOB', lastTokenAt: 'yesterday' }],
    })
    expect(held.message).toBe('1 of 2 seats: lastTokenAt: must be an instant such as 2026-11-21T08:15:00Z')
    const usage = await reader.call(seats.usage, { agencyId: String(agencyId) })
    expect(usage.data[0]?.seats.map(({ username }) => username)).toEqual(['ANN'])
    const failed = { clientId: '00000001', date: '2026-11-20T08:00:00Z', code: 5, msg: 'No.' }
    const errors = await sendReport(software, agencyFiles.reportConversionErrors, {
      errors: [{ ...failed, clientId: '1' }, failed],
    })
    expect(errors.message).toBe('1 of 2 errors: clientId must be eight digits')
    expect((await reader.call(agencyFiles.conversionErrors, { agencyId })).data).toHaveLength(1)
    expect((await listNotes(agencyId)).map(({ report }) => report)).toEqual(['errors', 'seats', 'signins'])
    expect((await listEntries(agencyId)).map(({ subject }) => subject)).toEqual([
      'signins',
      'seats',
      'errors',
    ])
  })
})

type ReadKind = 'agencyMetrics' | 'agencyConfig'

/** Uploads a file whose content is parsed once the upload is finished; returns the upload's id. */
async function upload(software: TestClient, kind: ReadKind, content: object): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(content))
  const opened = await software.call(agencyFiles.openUpload, announce({ kind, name: 'x.json' }, bytes))
  const uploadId = opened.data[0]?.uploadId ?? ''
  await software.upload(agencyFiles.appendUpload, { uploadId, offset: '0' }, bytes)
  return uploadId
}

/** The same, finished; returns the answer. */
async function sendRead(software: TestClient, kind: ReadKind, content: object) {
  return software.call(agencyFiles.finishUpload, { uploadId: await upload(software, kind, content) })
}

describe('a file', () => {
  test('[AGENT-20] of metrics with an unknown store keeps the totals of the known ones and names it', async () => {
    const { agencyId, software } = await newAgency()
    const totals = { count: 3, active: 2, archived: 1, errors: 0 }
    const got = await sendRead(software, 'agencyMetrics', {
      totals: { '0': totals, '8': totals, '4': { ...totals, count: -1 }, '5': totals },
    })
    expect([got.code, got.message]).toEqual([
      0,
      '2 of 4 stores: store 4: count must be a whole number from 0 to 2147483647, store 8 is not known',
    ])
    const known = async (storageLocation: 0 | 4 | 5 | 6) =>
      (await reader.call(agencyFiles.totals, { agencyId, storageLocation })).data
    expect([await known(0), await known(4), await known(5)]).toMatchObject([[totals], [], [totals]])
    expect(await listNotes(agencyId)).toMatchObject([{ report: 'metrics', summary: got.message }])
    expect(await listEntries(agencyId)).toMatchObject([{ subject: 'metrics', reason: got.message }])
    expect((await sendRead(software, 'agencyMetrics', { totals: { '0': totals } })).message).toBe('')
    expect(await listNotes(agencyId)).toEqual([])
  })

  test('whose finish is repeated names what was left out again under its key only', async () => {
    const { software } = await newAgency()
    const uploadId = await upload(software, 'agencyMetrics', { totals: { '8': {} } })
    const finish = async (headers = {}) => {
      const { code, message, data } = await software.call(agencyFiles.finishUpload, { uploadId }, headers)
      return { code, message, data }
    }
    const key = { 'idempotency-key': 'finish-of-metrics' }
    const first = await finish(key)
    expect(first).toMatchObject({ code: 0, data: [{ list: 'stores', problem: 'store 8 is not known' }] })
    expect(await finish(key)).toEqual(first)
    expect(await finish()).toEqual({ code: 0, message: '', data: [] })
  })

  test('of the configuration takes over users, folders and facts one by one', async () => {
    const { agencyId, software } = await newAgency()
    const folder = { folder: 'D:\\Scans', compliant: true, detail: '' }
    const got = await sendRead(software, 'agencyConfig', {
      users: [ann, odd, bob],
      folderCompliance: [folder, { folder: 'E:' }],
      timeZoneId: 'Mountain',
      domains: 3,
    })
    expect([got.code, got.message]).toEqual([
      0,
      `${statusFour}; 1 of 2 folders: compliant must be true or false; 1 of 2 facts: timeZoneId is not one that is known`,
    ])
    expect(await listUsers(agencyId)).toEqual(['ANN', 'BOB'])
    expect(await listNotes(agencyId)).toMatchObject([{ report: 'config' }])
    const none = await sendRead(software, 'agencyConfig', { users: 'none' })
    expect(none.message).toBe('1 of 1 users: users must be a list')
  })
})
