import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { type FileSettings, folderSettings } from '../../settings/files.ts'
import { announce, logNamed, sendFile } from '../../../test/send-file.ts'
import { minCountedBytes } from './upload-quota.ts'

const quota = 5_000_000
const daySeconds = 24 * 60 * 60
const bytesOf = (length: number, fill = 'a\n'): Buffer => Buffer.alloc(length, fill)

let files: FileSettings
let server: TestServer
let second: TestServer
let software: TestClient
let there: TestClient
beforeAll(async () => {
  files = folderSettings(await mkdtemp(join(tmpdir(), 'upload-quota-')))
  server = await testServer({ config: { agentUploadBytes: quota, files } })
  // A second process of the server, which shares only the database and the folders.
  second = await testServer({
    database: server.database,
    clock: server.clock,
    config: { agentUploadBytes: quota, files },
  })
})
afterAll(async () => {
  await second.close()
  await server.close()
  await rm(files.spool, { recursive: true, force: true })
})
let agencyId: number
beforeEach(async () => {
  ;({ agencyId, software } = await server.newSoftware())
  there = await second.software(agencyId)
})

const open = (name: string, bytes: Buffer, from = software) =>
  from.call(agencyFiles.openUpload, announce(logNamed(name), bytes))

/** What database and folders contain of the agency. */
async function kept(): Promise<object> {
  const rows = (table: 'agency_upload' | 'agency_file') =>
    server.db.read.selectFrom(table).select('upload_id').where('agency_id', '=', agencyId).execute()
  const leftovers = server.db.read
    .selectFrom('agency_file_leftover')
    .select('object_name')
    .where('object_name', 'like', `${String(agencyId).padStart(8, '0')}/%`)
    .execute()
  const found = await Promise.all([rows('agency_upload'), rows('agency_file'), leftovers])
  return { found: found.map((one) => one.length), spool: await readdir(files.spool).catch(() => []) }
}

test('a file beyond what an agency may send in a day is refused when it is announced, and leaves nothing', async () => {
  await sendFile(software, logNamed('first.log'), bytesOf(4_000_000))
  const before = await kept()
  const refused = await open('second.log', bytesOf(1_500_000))
  // 500,000 bytes too many, for a quota that drains within a day.
  const seconds = Math.min(3600, Math.ceil((500_000 * daySeconds) / quota))
  expect([refused.status, refused.message, refused.headers['retry-after']]).toEqual([
    429,
    `This agency has sent too many bytes of files today. Please wait ${seconds} seconds and try again.`,
    String(seconds),
  ])
  expect(await kept()).toEqual(before)
  // Smaller files still fit, and other agencies are not affected.
  await sendFile(software, logNamed('third.log'), bytesOf(1_000_000))
  await sendFile(await server.software(agencyId + 10_000), logNamed('other.log'), bytesOf(4_000_000))
})

test('the quota drains evenly: what did not fit fits when Retry-After has passed', async () => {
  await sendFile(software, logNamed('first.log'), bytesOf(quota))
  const refused = await open('second.log', bytesOf(100_000))
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBe(1728)
  server.clock.turn(seconds - 2)
  expect((await open('second.log', bytesOf(100_000))).status).toBe(429)
  server.clock.turn(2)
  expect((await open('second.log', bytesOf(100_000))).code).toBe(0)
  server.clock.turn(daySeconds)
  expect((await open('third.log', bytesOf(quota))).code).toBe(0)
})

test('announcements at two processes at once are counted together', async () => {
  const many = Array.from({ length: 20 }, (_, at) =>
    open(`${at}.log`, bytesOf(1_000_000, String(at % 10)), at % 2 === 0 ? software : there),
  )
  const answers = await Promise.all(many)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  expect(answers.filter(({ status, code }) => status === 200 && code === 0)).toHaveLength(5)
})

test('a file announced again counts once; one that says it is longer by what it grew', async () => {
  const bytes = bytesOf(3_000_000)
  const opened = await open('again.log', bytes)
  for (const from of [software, there, software])
    expect((await open('again.log', bytes, from)).data).toEqual(opened.data)
  const { sha256 } = announce(logNamed('again.log'), bytes)
  const grown = { ...announce(logNamed('again.log'), bytes), sha256, size: quota + 1 }
  expect((await software.call(agencyFiles.openUpload, grown)).status).toBe(429)
  expect((await software.call(agencyFiles.openUpload, { ...grown, size: quota })).code).toBe(0)
  expect((await open('more.log', Buffer.from('x'))).status).toBe(429)
})

test('a file that has arrived counts anew when it is sent again', async () => {
  const bytes = bytesOf(3_000_000)
  await sendFile(software, logNamed('again.log'), bytes)
  expect((await open('again.log', bytes)).status).toBe(429)
})

test('a small file counts as 64 kB, so that their number has an end too', async () => {
  const answers = []
  for (let at = 0; at < Math.floor(quota / minCountedBytes) + 1; at += 1)
    answers.push(await open(`${at}.log`, Buffer.from(String(at))))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(76)
  expect(answers.at(-1)?.status).toBe(429)
})

test('finished many times at once at two processes, the copies of a file count as well', async () => {
  const bytes = bytesOf(2_500_000)
  const { data } = await open('copies.log', bytes)
  const uploadId = data[0]?.uploadId ?? ''
  await software.upload(agencyFiles.appendUpload, { uploadId, offset: '0' }, bytes)
  const requests = Array.from({ length: 12 }, (_, at) =>
    (at % 2 === 0 ? software : there).call(agencyFiles.finishUpload, { uploadId }),
  )
  const answers = await Promise.all(requests)
  expect(answers.filter(({ status, code }) => status === 200 && code === 0).length).toBeGreaterThan(0)
  expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
  const objects = await server.db.read
    .selectFrom('agency_file_leftover')
    .select('object_name')
    .where('object_name', 'like', `${String(agencyId).padStart(8, '0')}/%`)
    .execute()
  expect(objects.length).toBeLessThanOrEqual(1)
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(0)
})

test('bytes that were not those announced, sent again, do not count twice', async () => {
  const bytes = bytesOf(quota)
  const { data } = await open('second.log', bytes)
  const uploadId = data[0]?.uploadId ?? ''
  const append = (sent: Buffer) => software.upload(agencyFiles.appendUpload, { uploadId, offset: '0' }, sent)
  await append(bytesOf(quota, 'b\n'))
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(422)
  await append(bytes)
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(0)
})

test('what a clock that was minutes ahead has counted is forgotten; seconds between clocks are not', async () => {
  server.clock.turn(120)
  await sendFile(software, logNamed('ahead.log'), bytesOf(quota))
  server.clock.turn(-10)
  expect((await open('soon.log', bytesOf(100_000))).status).toBe(429)
  server.clock.turn(10 - 120)
  expect((await open('now.log', bytesOf(1_000_000))).code).toBe(0)
})

test('a process whose clock is behind does not let the same time drain twice', async () => {
  await sendFile(software, logNamed('first.log'), bytesOf(quota - minCountedBytes))
  server.clock.turn(-50)
  expect((await open('behind.log', bytesOf(minCountedBytes))).code).toBe(0)
  server.clock.turn(50)
  const refused = await open('second.log', bytesOf(minCountedBytes))
  expect(refused.headers['retry-after']).toBe(String(Math.ceil((minCountedBytes * daySeconds) / quota)))
})
