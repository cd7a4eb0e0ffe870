import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { journal } from '@agency-support/contract/modules/journal'
import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'
import { useServer } from '../../../test/use-server.ts'
import { testAgentKey } from '../../../test/agent-keys.ts'
import type { TestClient } from '../../../test/client.ts'
import { parseEnvelope } from '../../../test/exchange.ts'
import { announce, clientFile, logNamed, sendFile } from '../../../test/send-file.ts'
import { until } from '../../../test/until.ts'

const server = useServer()
let software: TestClient
let ada: TestClient
beforeAll(async () => {
  software = await server.software(6938)
  ada = await server.asNew({ permissions: [2000] })
})

/** The journal of agency 6938 about its files, after this many rows. */
async function history(): Promise<{ event: string; subject: string | null; after: unknown }[]> {
  return server.db.read
    .selectFrom('journal')
    .select(['event', 'subject', 'after'])
    .where('agency_id', '=', 6938)
    .where('event', 'like', 'agencyFiles.%')
    .orderBy('seq')
    .execute()
}

async function open(name: string, bytes: Buffer): Promise<string> {
  const { data } = await software.call(agencyFiles.openUpload, announce(logNamed(name), bytes))
  return data[0]?.uploadId ?? ''
}

async function append(uploadId: string, offset: number, bytes: Buffer) {
  const answer = await software.upload(agencyFiles.appendUpload, { uploadId, offset: String(offset) }, bytes)
  return {
    code: answer.code,
    message: answer.message,
    offset: answer.data[0]?.offset,
    refusal: answer.refusal,
  }
}

test('a log arrives in pieces, is listed, and its coming stands in the history', async () => {
  const bytes = Buffer.from('one\ntwo\nthree')
  const uploadId = await open('pieces.log', bytes)
  expect(await append(uploadId, 0, bytes.subarray(0, 5))).toMatchObject({ code: 0, offset: 5 })
  expect(await append(uploadId, 5, bytes.subarray(5))).toMatchObject({ code: 0, offset: 13 })
  const finished = await software.call(agencyFiles.finishUpload, { uploadId })
  expect([finished.status, finished.code, finished.text]).toEqual([
    200,
    0,
    '{"code":0,"message":"","data":[]}',
  ])
  const { data } = await ada.call(agencyFiles.logs, { agencyId: 6938 })
  const listed = { name: 'pieces.log', lastModified: '2026-11-20T08:00:00.000Z', size: 13, lines: 3 }
  expect(data).toContainEqual(listed)
  expect(await history()).toContainEqual({
    event: 'agencyFiles.received',
    subject: 'pieces.log',
    after: { type: 'log', size: 13 },
  })
})

test('the same file announced again goes on where it stopped, also after the connection broke', async () => {
  const bytes = Buffer.from('x'.repeat(100_000))
  const uploadId = await open('broken.log', bytes)
  const head = [
    `POST /agent/v1/uploads/${uploadId}/bytes?offset=0 HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${testAgentKey(6938)}`,
    'Content-Type: application/octet-stream',
    `Content-Length: ${bytes.length}`,
  ]
  const socket = connect(server.port, '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(bytes.subarray(0, 60_000))
  const arrived = async (): Promise<number | undefined> => {
    const { data } = await software.call(agencyFiles.openUpload, announce(logNamed('broken.log'), bytes))
    expect(data[0]?.uploadId).toBe(uploadId)
    return data[0]?.offset
  }
  await until('60,000 bytes have arrived', async () => (await arrived()) === 60_000)
  socket.destroy()
  await once(socket, 'close')
  expect(await append(uploadId, 60_000, bytes.subarray(60_000))).toMatchObject({ code: 0, offset: 100_000 })
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(0)
})

test('bytes for another place are refused with the right one', async () => {
  const bytes = Buffer.from('abcdef')
  const uploadId = await open('offset.log', bytes)
  await append(uploadId, 0, bytes.subarray(0, 4))
  for (const offset of [0, 3, 5, 6])
    expect(await append(uploadId, offset, bytes.subarray(4))).toEqual({
      code: 409,
      message: 'The upload goes on at byte 4.',
      offset: undefined,
      refusal: { uploadId, offset: 4 },
    })
})

test('more bytes than were announced are refused, and those before them stay', async () => {
  const bytes = Buffer.from('abcdef')
  const uploadId = await open('much.log', bytes)
  const refused = await append(uploadId, 0, Buffer.from('abcdefghij'))
  expect([refused.code, refused.message]).toEqual([413, 'There are more bytes than were announced.'])
  await append(uploadId, 0, bytes.subarray(0, 4))
  expect((await append(uploadId, 4, Buffer.from('efgh'))).code).toBe(413)
  await append(uploadId, 4, bytes.subarray(4))
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(0)
})

test('bytes that are not those announced start the upload over, and nothing is listed', async () => {
  const bytes = Buffer.from('abcdef')
  const uploadId = await open('other.log', bytes)
  for (const wrong of ['abcdeg', 'abc']) {
    await append(uploadId, 0, Buffer.from(wrong))
    const refused = await software.call(agencyFiles.finishUpload, { uploadId })
    expect([refused.status, refused.code, refused.message]).toEqual([
      200,
      422,
      'The bytes are not those announced. The upload starts over.',
    ])
  }
  const { data } = await ada.call(agencyFiles.logs, { agencyId: 6938 })
  expect(data.map(({ name }) => name)).not.toContain('other.log')
  expect(await append(uploadId, 0, bytes)).toMatchObject({ code: 0, offset: 6 })
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(0)
})

test.each([
  // Short, so that some requests find the bytes already deleted; and long, so that all copy them concurrently.
  ['short.once', 5],
  ['long.once', 8_000_000],
])('the upload of %s is finished once, however often and at once that is reported', async (name, length) => {
  const bytes = Buffer.alloc(length, 'once\n')
  const uploadId = await open(name, bytes)
  await append(uploadId, 0, bytes)
  const requests = [1, 2, 3, 4].map(() => software.call(agencyFiles.finishUpload, { uploadId }))
  expect((await Promise.all(requests)).map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(0)
  const received = (await history()).filter(({ subject }) => subject === name)
  expect(received).toHaveLength(1)
  expect((await append(uploadId, 0, bytes)).code).toBe(404)
})

test('an upload belongs to the agency that announced it', async () => {
  const bytes = Buffer.from('mine\n')
  const uploadId = await open('mine.log', bytes)
  const other = await server.software(6939)
  const appended = await other.upload(agencyFiles.appendUpload, { uploadId, offset: '0' }, bytes)
  expect([appended.code, appended.message]).toEqual([404, 'There is no such upload.'])
  expect((await other.call(agencyFiles.finishUpload, { uploadId })).code).toBe(404)
  const { data } = await other.call(agencyFiles.openUpload, announce(logNamed('mine.log'), bytes))
  expect(data[0]?.uploadId).not.toBe(uploadId)
})

test('an empty file is a file', async () => {
  await sendFile(software, logNamed('empty.log'), '')
  const { data } = await ada.call(agencyFiles.logs, { agencyId: 6938 })
  expect(data).toContainEqual(expect.objectContaining({ name: 'empty.log', size: 0, lines: 0 }))
})

test('a body of another type is refused, with a sentence', async () => {
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
    const path = '/agent/v1/uploads/00000000-0000-4000-8000-000000000000/bytes?offset=0'
    const got = await software.send({ method: 'POST', path, headers: { 'content-type': type }, body: '{}' })
    expect([got.status, parseEnvelope(got).message]).toEqual([
      415,
      'The request body must be bytes (Content-Type: application/octet-stream).',
    ])
  }
})

test.each([
  [{ name: '../error.log' }, 'name must be a file name of 1 to 200 characters, without a path.'],
  [{ name: 'a\nb' }, 'name must be a file name of 1 to 200 characters, without a path.'],
  [
    { name: 'a.log\r\nSet-Cookie: planted=1' },
    'name must be a file name of 1 to 200 characters, without a path.',
  ],
  [{ name: '\u202egol.rorre' }, 'name must not hold characters that cannot be seen, such as U+202E.'],
  [{ name: '..' }, 'name must be a file name of 1 to 200 characters, without a path.'],
  [{ location: 0 as const }, 'location 8 belongs to logs, and to those always.'],
  [{ clientId: '12345678' }, 'clientId belongs to client files, and to those always.'],
  [{ size: 5_000_000_000 }, 'size must be a whole number from 0 to 4294967296.'],
  [{ fileTimestamp: '0000-01-01T00:00:00Z' }, 'Must be an instant after 1970.'],
  [{ sha256: 'abc' }, 'sha256 must be 64 hexadecimal digits.'],
  [
    { kind: 'agencyConfig' as const, location: 0 as const, size: 5_000_000 },
    'A config, metrics or multifolder file must be at most 4 MB.',
  ],
])('the announcement %j is refused', async (odd, sentence) => {
  const announced = announce({ ...logNamed('a.log'), ...odd }, Buffer.from('x'))
  const refused = await software.call(agencyFiles.openUpload, announced)
  expect([refused.status, refused.message]).toEqual([400, sentence])
})

test('an agency cannot have more than a hundred uploads open', async () => {
  const many = await server.software(7000)
  const opened = []
  for (let number = 0; number <= 100; number += 1)
    opened.push(
      await many.call(agencyFiles.openUpload, announce(logNamed(`${number}.log`), Buffer.from('x'))),
    )
  expect(opened.filter(({ code }) => code === 0)).toHaveLength(100)
  expect(opened.at(-1)?.message).toBe('Too many uploads are open. Finish one first.')
  expect((await many.call(agencyFiles.openUpload, announce(logNamed('5.log'), Buffer.from('x')))).code).toBe(
    0,
  )
})

const token = (timestamp: string) => ({ timestamp, cmsUser: 'MBX', hawPath: 'H:', clientPath: 'C:' })
const sendToken = (current: string, failure: string | null): Promise<string> =>
  sendFile(
    software,
    { kind: 'agencyMultifolder', name: 'multifolder.json' },
    JSON.stringify({ current: token(current), lastFailure: failure === null ? null : token(failure) }),
  )

test('a token renewed as usual leaves no trace in the history; the first one and a failure do', async () => {
  const before = (await history()).length
  await sendToken('2026-11-20T08:00:00Z', null)
  await sendToken('2026-11-20T08:15:00Z', null)
  await sendToken('2026-11-20T08:15:00Z', '2026-11-20T08:30:00Z')
  // The same failure, written in another way.
  await sendToken('2026-11-20T08:45:00Z', '2026-11-20T08:30:00.000Z')
  const entries = (await history()).slice(before)
  expect(entries.map(({ event, after }) => [event, after])).toEqual([
    ['agencyFiles.received', { type: 'agencyMultifolder', size: expect.any(Number) }],
    ['agencyFiles.tokenFailed', { failedAt: '2026-11-20T08:30:00Z' }],
  ])
  const { data } = await ada.call(agencyFiles.multifolderLog, { agencyId: 6938 })
  expect(data[0]?.current?.timestamp).toBe('2026-11-20T08:45:00Z')
})

test.each([
  ['agencyMultifolder' as const, 'no JSON', 'The file is not JSON.'],
  ['agencyMultifolder' as const, '{"current":null}', /^The file cannot be read: lastFailure: /],
  ['agencyMetrics' as const, '{"totals":[]}', /^The file cannot be read: totals: /],
  ['agencyConfig' as const, '[1]', 'The file cannot be read: A config file must be a JSON object.'],
  ['agencyConfig' as const, '<config/>', 'The file is not JSON.'],
])('a %s file %j is refused and forgotten', async (kind, content, sentence) => {
  const bytes = Buffer.from(content)
  const announced = announce({ kind, name: 'odd.json' }, bytes)
  const { data } = await software.call(agencyFiles.openUpload, announced)
  const uploadId = data[0]?.uploadId ?? ''
  await append(uploadId, 0, bytes)
  const refused = await software.call(agencyFiles.finishUpload, { uploadId })
  expect([refused.status, refused.code]).toEqual([200, 422])
  expect(refused.message).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(404)
})

test('a deleted client keeps its file, marked', async () => {
  await sendFile(software, { ...clientFile('00000042'), deleted: true }, 'x')
  const asked = { agencyId: '6938', clientId: '00000042', location: '0' as const }
  expect((await ada.call(agencyFiles.metadata, asked)).data).toMatchObject([{ deleted: true, size: 1 }])
})

test('a config file tells of its users and folders, and leaves what has another shape alone', async () => {
  const user = {
    username: 'MBX',
    firstName: 'Mary',
    lastName: 'Box',
    online: true,
    status: 0,
    userFlags: 0,
    agencyPermissions: [],
    emailVerified: true,
  }
  const send = (config: object): Promise<string> =>
    sendFile(software, { kind: 'agencyConfig', name: 'config.json' }, JSON.stringify(config))
  const known = async () => {
    const users = await ada.call(agencyUsers.users, { agencyId: 6938 })
    const config = await ada.call(agencies.config, { agencyId: 6938 })
    return [users.data.map(({ username }) => username), config.data[0]?.folderCompliance]
  }
  const folder = { folder: 'clients', compliant: false, detail: 'Not shared' }
  await send({ users: [user], folderCompliance: [folder], anything: 1 })
  expect(await known()).toEqual([['MBX'], [folder]])
  await send({ users: 'none', folderCompliance: [{ folder: 1 }] })
  await send({})
  expect(await known()).toEqual([['MBX'], [folder]])
  await send({ users: [] })
  expect(await known()).toEqual([[], [folder]])
})

test('a config file that was damaged on its way is sent again; one that is no JSON is not', async () => {
  const good = Buffer.from('{"users":[]}')
  const opened = await software.call(
    agencyFiles.openUpload,
    announce({ kind: 'agencyConfig', name: 'config.json' }, good),
  )
  const uploadId = opened.data[0]?.uploadId ?? ''
  await append(uploadId, 0, Buffer.from('{"users":[}}'))
  const damaged = await software.call(agencyFiles.finishUpload, { uploadId })
  expect([damaged.code, damaged.message]).toEqual([
    422,
    'The bytes are not those announced. The upload starts over.',
  ])
  await append(uploadId, 0, good)
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(0)
  await expect(
    sendFile(software, { kind: 'agencyConfig', name: 'config.json' }, '{"users":[}}'),
  ).rejects.toThrow('JSON')
})

test('[PROV-19] a config file may tell type, domains, onboarding and time zone, each judged by itself', async () => {
  const send = (config: object): Promise<string> =>
    sendFile(software, { kind: 'agencyConfig', name: 'config.json' }, JSON.stringify(config))
  const known = async () => {
    const [config] = (await ada.call(agencies.config, { agencyId: 6938 })).data
    return [config?.agencyType, config?.domains, config?.onboardingStatus, config?.timeZoneId]
  }
  const listReported = async () =>
    (await ada.call(journal.agencyHistory, { agencyId: 6938 })).data.filter(
      ({ event }) => event === 'agencies.factsReported',
    )
  await send({ agencyType: 4, domains: 3, onboardingStatus: 5, timeZoneId: 'america/denver' })
  expect(await known()).toEqual([4, 3, 5, 'America/Denver'])
  await send({ agencyType: '4', domains: 8, onboardingStatus: 9, timeZoneId: 'Mountain' })
  await send({ agencyType: 4, domains: 3 })
  expect(await known()).toEqual([4, 3, 5, 'America/Denver'])
  expect(await listReported()).toHaveLength(1)
  await send({ domains: 1, timeZoneId: 7 })
  expect(await known()).toEqual([4, 1, 5, 'America/Denver'])
  expect((await listReported())[0]).toMatchObject({ before: { domains: 3 }, after: { domains: 1 } })
})

test('an upload goes on at another process of the server', async () => {
  const bytes = Buffer.from('first half, second half')
  const uploadId = await open('halves.log', bytes)
  await append(uploadId, 0, bytes.subarray(0, 10))
  await using second = await testServer({ database: server.database, clock: server.clock })
  const same = await second.software(6938)
  const input = { uploadId, offset: '10' }
  expect((await same.upload(agencyFiles.appendUpload, input, bytes.subarray(10))).code).toBe(0)
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(0)
  const lines = { agencyId: '6938', filePath: 'halves.log' }
  const ben = await second.asNew({ permissions: [2000] })
  expect((await ben.call(agencyFiles.logLines, lines)).data[0]?.lines).toEqual([bytes.toString()])
})
