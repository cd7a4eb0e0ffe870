import {
  FileTotals,
  LogFile,
  MultifolderToken,
  MultifolderTokens,
  SyncError,
} from '@agency-support/contract/modules/agency-file-shapes'
import { agencyFiles, FileMetadata } from '@agency-support/contract/modules/agency-files'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { health } from '@agency-support/contract/modules/health'
import { P } from '@agency-support/contract/permissions'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { clientFile, logNamed, sendFile } from '../../../test/send-file.ts'
import { sandboxConfig } from '../../settings/config.ts'

const server = useServer()
let software: TestClient
let ada: TestClient
const agencyId = 6938
beforeAll(async () => {
  software = await server.software(agencyId)
  ada = await server.asNew({ permissions: [P.CanAccess, P.ResetMultifolderToken, P.DownloadClientFiles] })
})

const current = {
  timestamp: '2026-11-20T08:00:00Z',
  cmsUser: 'MBX',
  hawPath: String.raw`\\srv\haw`,
  clientPath: String.raw`C:\clients`,
}
const lastFailure = { ...current, timestamp: '2026-11-20T07:45:00Z', cmsUser: 'KLM' }
const tokenFile = { kind: 'agencyMultifolder', name: 'multifolder.json' } as const
const tokenKey = { agencyId: '6938', type: 'agencyMultifolder' } as const

test('[FILES-TAB-03] [FILES-TAB-10] without a token file GetAgencyMultiFolderLog answers code 2 and the message', async () => {
  const none = await ada.call(agencyFiles.multifolderLog, { agencyId: 1 })
  expect([none.status, none.code, none.message, none.text]).toEqual([
    200,
    2,
    'No seat key token file found.',
    '{"code":2,"message":"No seat key token file found.","data":[]}',
  ])
})

test('[FILES-TAB-02] [FILES-TAB-10] the token file tells the current token and the last failure', async () => {
  expect(Object.keys(MultifolderToken.shape)).toEqual(['timestamp', 'cmsUser', 'hawPath', 'clientPath'])
  expect(Object.keys(MultifolderTokens.shape)).toEqual(['current', 'lastFailure'])
  await sendFile(software, tokenFile, JSON.stringify({ current, lastFailure: null }))
  const first = await ada.call(agencyFiles.multifolderLog, { agencyId })
  expect(first.data).toEqual([{ current, lastFailure: null }])
  await sendFile(software, tokenFile, JSON.stringify({ current, lastFailure }))
  const second = await ada.call(agencyFiles.multifolderLog, { agencyId })
  expect([second.code, second.data]).toEqual([0, [{ current, lastFailure }]])
})

test('[FILES-TAB-04] [FILES-TAB-11] deleting the token file takes the object, its information and its metadata away', async () => {
  await sendFile(software, tokenFile, JSON.stringify({ current, lastFailure }))
  const path = await objectPath('agencyMultifolder')
  expect((await stat(path)).isFile()).toBe(true)
  expect((await ada.call(agencyFiles.metadata, tokenKey)).code).toBe(0)
  const deleted = await ada.call(agencyFiles.deleteMultifolderFile, { agencyId })
  expect([deleted.status, deleted.code]).toEqual([200, 0])
  await expect(stat(path)).rejects.toThrow('ENOENT')
  const leftovers = await server.db.read.selectFrom('agency_file_leftover').select('object_name').execute()
  expect(leftovers.filter(({ object_name: name }) => path.endsWith(name))).toEqual([])
  expect((await ada.call(agencyFiles.multifolderLog, { agencyId })).code).toBe(2)
  expect((await ada.call(agencyFiles.metadata, tokenKey)).code).toBe(2)
  expect((await ada.call(agencyFiles.download, tokenKey)).status).toBe(404)
  const again = await ada.call(agencyFiles.deleteMultifolderFile, { agencyId })
  expect([again.status, again.code, again.message]).toEqual([200, 2, 'No seat key token file found.'])
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['actor_kind', 'agency_id'])
    .where('event', '=', 'agencyFiles.tokenDeleted')
    .execute()
  expect(rows).toEqual([{ actor_kind: 'staff', agency_id: agencyId }])
})

test.each(['agency_token', 'agency_file'] as const)(
  'what is left of a token file without its row in %s can be deleted too',
  async (table) => {
    await sendFile(software, tokenFile, JSON.stringify({ current, lastFailure }))
    await server.db.write.deleteFrom(table).where('agency_id', '=', agencyId).execute()
    expect((await ada.call(agencyFiles.deleteMultifolderFile, { agencyId })).code).toBe(0)
    expect((await ada.call(agencyFiles.deleteMultifolderFile, { agencyId })).code).toBe(2)
  },
)

test('[FILES-TAB-11] without ResetMultifolderToken nobody deletes the token file', async () => {
  await sendFile(software, tokenFile, JSON.stringify({ current, lastFailure }))
  const others = Object.values(P).filter((id) => id !== P.ResetMultifolderToken)
  const ben = await server.asNew({ permissions: others })
  const refused = await ben.call(agencyFiles.deleteMultifolderFile, { agencyId })
  expect([refused.status, refused.code]).toEqual([403, 403])
  expect((await ben.call(agencyFiles.multifolderLog, { agencyId })).code).toBe(0)
})

/** Path of the object of this agency's only file of a kind. */
async function objectPath(kind: string): Promise<string> {
  const { object_name: name, place } = await server.db.read
    .selectFrom('agency_file')
    .select(['object_name', 'place'])
    .where('agency_id', '=', agencyId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  expect(place).toBe('agency 6938')
  const { kept } = sandboxConfig({ databaseUrl: server.database.url }).files
  if (kept.in !== 'folder') throw new Error('not a folder')
  return join(kept.folder, 'agency00006938', name)
}

const errors = [
  { clientId: '00000042', date: '2026-11-19T08:00:00.000Z', code: 17, msg: 'Locked by another program' },
  { clientId: '12345678', date: '2026-11-20T08:00:00.000Z', code: -3, msg: '<b>Bad</b> file ‮' },
]

test('[FILES-TAB-12] [FILES-TAB-13] ClientConversionErrors answers what the agency last reported, newest first', async () => {
  expect(Object.keys(SyncError.shape)).toEqual(['clientId', 'date', 'code', 'msg'])
  expect((await ada.call(agencyFiles.conversionErrors, { agencyId })).data).toEqual([])
  expect((await software.call(agencyFiles.reportConversionErrors, { errors })).code).toBe(0)
  expect((await ada.call(agencyFiles.conversionErrors, { agencyId })).data).toEqual([errors[1], errors[0]])
  server.clock.turn(60)
  await software.call(agencyFiles.reportConversionErrors, { errors: errors.toReversed() })
  await software.call(agencyFiles.reportConversionErrors, { errors: errors.slice(0, 1) })
  expect((await ada.call(agencyFiles.conversionErrors, { agencyId })).data).toEqual([errors[0]])
  await software.call(agencyFiles.reportConversionErrors, { errors: [] })
  expect((await ada.call(agencyFiles.conversionErrors, { agencyId })).data).toEqual([])
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['before', 'after'])
    .where('event', '=', 'agencyFiles.errorsReported')
    .orderBy('seq')
    .execute()
  // The same list in another order is not a change.
  expect(rows).toEqual([
    { before: { syncErrors: 0 }, after: { syncErrors: 2 } },
    { before: { syncErrors: 2 }, after: { syncErrors: 1 } },
    { before: { syncErrors: 1 }, after: { syncErrors: 0 } },
  ])
})

test('errors of the same moment stay in the order in which they were reported', async () => {
  const its = await server.software(6941)
  const clients = ['00000009', '00000001', '00000005']
  const same = { date: '2026-11-19T08:00:00.000Z', code: 17, msg: '' }
  await its.call(agencyFiles.reportConversionErrors, {
    errors: clients.map((clientId) => ({ clientId, ...same })),
  })
  const { data } = await ada.call(agencyFiles.conversionErrors, { agencyId: 6941 })
  expect(data.map(({ clientId }) => clientId)).toEqual(clients)
})

test('[DOWNLOADS-02] [DOWNLOADS-06] GetAgencyLogs answers the logs of that agency alone, newest first', async () => {
  expect(Object.keys(LogFile.shape)).toEqual(expect.arrayContaining(['name', 'lastModified']))
  expect(Object.keys(FileMetadata.shape)).toEqual(expect.arrayContaining(['url', 'blobTimestamp']))
  const other = await server.software(6939)
  await sendFile(other, logNamed('other.log'), 'x\n')
  await sendFile(software, { ...logNamed('old.log'), fileTimestamp: '2026-11-18T08:00:00.000Z' }, 'a\nb\n')
  await sendFile(software, { ...logNamed('new.log'), fileTimestamp: '2026-11-19T08:00:00.000Z' }, '')
  await sendFile(software, { ...logNamed('also.log'), fileTimestamp: '2026-11-19T08:00:00.000Z' }, '')
  const { data } = await ada.call(agencyFiles.logs, { agencyId })
  expect(data).toEqual([
    { name: 'also.log', lastModified: '2026-11-19T08:00:00.000Z', size: 0, lines: 0 },
    { name: 'new.log', lastModified: '2026-11-19T08:00:00.000Z', size: 0, lines: 0 },
    { name: 'old.log', lastModified: '2026-11-18T08:00:00.000Z', size: 4, lines: 2 },
  ])
})

const counts = { count: 12_410, active: 11_900, archived: 510 }
const extended = {
  ...counts,
  errors: 4,
  cmsMetricsCount: 12_411,
  cmsMetricsArchivedCount: 511,
  storage: counts,
  conversion: { count: 1, active: 1, archived: 0 },
}

test('[SUMMARY-05] [SUMMARY-06] ListAgencyTotals answers the counts of one location, extended where they were sent', async () => {
  expect(Object.keys(FileTotals.shape)).toEqual([
    'count',
    'active',
    'archived',
    'errors',
    'cmsMetricsCount',
    'cmsMetricsArchivedCount',
    'storage',
    'conversion',
  ])
  const none = await ada.call(agencyFiles.totals, { agencyId, storageLocation: 0 })
  expect([none.status, none.code, none.message]).toEqual([200, 2, 'No totals found.'])
  const search = { ...counts, errors: 0 }
  const metrics = { totals: { '0': extended, '4': search }, takenAt: 'now' }
  await sendFile(software, { kind: 'agencyMetrics', name: 'metrics.json' }, JSON.stringify(metrics))
  const countedAt = server.clock.now().toISOString()
  expect((await ada.call(agencyFiles.totals, { agencyId, storageLocation: 0 })).data).toEqual([
    { ...extended, countedAt },
  ])
  expect((await ada.call(agencyFiles.totals, { agencyId, storageLocation: 4 })).data).toEqual([
    { ...search, countedAt },
  ])
  expect((await ada.call(agencyFiles.totals, { agencyId, storageLocation: 5 })).code).toBe(2)
})

test('[TRUTH-15] the header’s sync errors and the errors in Client Totals each carry the time at which they were reported', async () => {
  const other = 6940
  const its = await server.software(other)
  const read = async () => (await ada.call(health.agency, { agencyId: other })).data[0]
  expect(await read()).toMatchObject({ syncErrors: 0, syncErrorsAt: null })
  const metrics = JSON.stringify({ totals: { '0': { ...counts, errors: 56 } } })
  await sendFile(its, { kind: 'agencyMetrics', name: 'metrics.json' }, metrics)
  const countedAt = server.clock.now().toISOString()
  server.clock.turn(120)
  await its.call(agencyFiles.reportConversionErrors, { errors })
  const firstAt = server.clock.now().toISOString()
  expect(await read()).toMatchObject({ syncErrors: 2, syncErrorsAt: firstAt })
  server.clock.turn(120)
  const journalled = async () =>
    (await server.db.read.selectFrom('journal').select('seq').where('agency_id', '=', other).execute()).length
  const before = await journalled()
  // The same list again is not journalled, but updates the time of the report.
  await its.call(agencyFiles.reportConversionErrors, { errors })
  expect(await journalled()).toBe(before)
  expect(await read()).toMatchObject({ syncErrors: 2, syncErrorsAt: server.clock.now().toISOString() })
  // A report with no valid entry does not update the time.
  const reportedAt = (await read())?.syncErrorsAt
  server.clock.turn(60)
  await its.call(agencyFiles.reportConversionErrors, { errors: [{ clientId: 7 }] } as never)
  expect(await read()).toMatchObject({ syncErrorsAt: reportedAt })
  const totals = await ada.call(agencyFiles.totals, { agencyId: other, storageLocation: 0 })
  expect(totals.data).toMatchObject([{ errors: 56, countedAt }])
})

test('[SUMMARY-02] a storage location other than 0, 4, 5 and 6 is refused', async () => {
  expect((await ada.call(agencyFiles.totals, { agencyId, storageLocation: 6 })).code).toBe(2)
  for (const storageLocation of [1, 2, 3, 7, 8, '0', null])
    expect(
      await ada.call(agencyFiles.totals, { agencyId, storageLocation: storageLocation as 0 }),
    ).toMatchObject({
      status: 400,
      message: 'storageLocation must be 0, 4, 5 or 6.',
    })
})

test('[SUMMARY-10] ReceiveRequest puts what resends the file into the queue of the agency', async () => {
  const resend = async (eventId: 1 | 2 | 3, clientId: string | 0) => {
    const { data } = await ada.call(agencyFiles.resend, { agencyId, eventId, clientId })
    return data[0]?.commandId
  }
  const ordered = [await resend(1, '00000042'), await resend(2, 0), await resend(3, '0')]
  const { data } = await ada.call(agencyCommands.queue, { agencyId })
  expect(data.map(({ commandId, command, argument }) => [commandId, command, argument]).toReversed()).toEqual(
    [
      [ordered[0], 'resendClient', '00000042'],
      [ordered[1], 'resendMetrics', ''],
      [ordered[2], 'resendConfig', ''],
    ],
  )
})

test('[SUMMARY-10] a client file is resent only by its eight digits, and only of an agency that there is', async () => {
  const sentence = 'clientId must be eight digits.'
  for (const clientId of ['', '0', '1234567', '123456789', '1234567x', '٠٠٠٠٠٠٤٢'])
    expect(await ada.call(agencyFiles.resend, { agencyId, eventId: 1, clientId })).toMatchObject({
      status: 400,
      message: sentence,
    })
  const absent = await ada.call(agencyFiles.resend, { agencyId: 404, eventId: 2 })
  expect([absent.status, absent.code, absent.message]).toEqual([200, 2, 'Agency not found'])
  const odd = await ada.call(agencyFiles.resend, { agencyId, eventId: 4 as 3 })
  expect([odd.status, odd.message]).toEqual([400, 'eventId must be 1, 2 or 3.'])
})

test('[DOWNLOADS-10] metadata tells when a file was written and arrived, for each kind of query', async () => {
  await sendFile(software, clientFile('00000042', 4), '{}')
  await sendFile(software, { kind: 'agencyConfig', name: 'config.json' }, '{}')
  const times = {
    fileTimestamp: '2026-11-20T08:00:00.000Z',
    blobTimestamp: server.clock.now().toISOString(),
    deleted: false,
  }
  const asked = { agencyId: '00006938' }
  const client = await ada.call(agencyFiles.metadata, { ...asked, location: '4', clientId: '00000042' })
  expect(client.data).toEqual([
    {
      ...times,
      url: '/api/file/download?type=client&agencyId=00006938&location=4&clientId=00000042',
      name: '00000042.json',
      size: 2,
    },
  ])
  const config = await ada.call(agencyFiles.metadata, { ...asked, type: 'agencyConfig' })
  expect(config.data).toMatchObject([
    { ...times, url: '/api/file/download?type=agencyConfig&agencyId=00006938' },
  ])
  const log = await ada.call(agencyFiles.metadata, { ...asked, location: '8', filePath: 'old.log' })
  expect(log.data).toMatchObject([{ name: 'old.log', size: 4 }])
  for (const url of [client, config, log].flatMap(({ data }) => data.map((file) => file.url)))
    expect((await ada.send({ method: 'GET', path: url })).status).toBe(200)
  const none = await ada.call(agencyFiles.metadata, { ...asked, location: '0', clientId: '00000042' })
  expect([none.status, none.code, none.message]).toEqual([200, 2, 'File not found.'])
})
