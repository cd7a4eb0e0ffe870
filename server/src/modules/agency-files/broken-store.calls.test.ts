import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { P } from '@agency-support/contract/permissions'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readlink, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { announce, logNamed, sendFile } from '../../../test/send-file.ts'
import { until } from '../../../test/until.ts'
import type { Services } from '../../calls/context.ts'
import { folderSettings } from '../../settings/files.ts'
import { StoreError } from '../../providers/object-store.ts'
import { reachable, toBytes } from './stored-file.ts'

let server: TestServer
let software: TestClient
let ada: TestClient
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agency-support-broken-'))
  server = await testServer({ config: { files: folderSettings(folder) } })
  software = await server.software(6938)
  ada = await server.asNew({ permissions: [P.CanAccess] })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const agencyFolder = (): string => join(folder, 'agency00006938')

/** Path of a log's object in the store. */
async function getPath(name: string): Promise<string> {
  const { object_name: object } = await server.db.read
    .selectFrom('agency_file')
    .select('object_name')
    .where('file_key', '=', name)
    .executeTakeFirstOrThrow()
  return join(agencyFolder(), object)
}

const query = (filePath: string) => ({ agencyId: '6938', location: '8' as const, filePath })

test('a link in place of an object, or of a folder above it, is not followed', async () => {
  await sendFile(software, logNamed('link.log'), 'a secret of four lines\n')
  const path = await getPath('link.log')
  const secret = join(folder, 'secret')
  await writeFile(secret, 'a secret of four lines\n')
  await rm(path)
  await symlink(secret, path)
  expect((await ada.call(agencyFiles.download, query('link.log'))).status).toBe(404)
  const lines = await ada.call(agencyFiles.logLines, { agencyId: '6938', filePath: 'link.log' })
  expect([lines.status, lines.message]).toEqual([404, 'File not found.'])
  await rm(path)
  await rename(agencyFolder(), join(folder, 'elsewhere'))
  await symlink(join(folder, 'elsewhere'), agencyFolder())
  await writeFile(path, 'a secret of four lines\n')
  // The store's root may be a symbolic link, set up by an administrator; what lies inside may not.
  expect((await ada.call(agencyFiles.download, query('link.log'))).status).toBe(200)
  const logs = join(agencyFolder(), '00006938/log')
  await rename(logs, join(folder, 'logs'))
  await symlink(join(folder, 'logs'), logs)
  expect((await ada.call(agencyFiles.download, query('link.log'))).status).toBe(404)
  await rm(agencyFolder())
})

/** Number of files below the folder that this process has open. */
async function heldOpen(): Promise<number> {
  const handles = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')),
  )
  return targets.filter((target) => target.startsWith(folder)).length
}

/** Starts a download and stops reading after the first bytes. */
function beginDownload(filePath: string): Promise<{ hangUp(): void; rest(): Promise<number> }> {
  return new Promise((resolve, reject) => {
    const path = `/api/file/download?agencyId=6938&location=8&filePath=${filePath}`
    const headers = { cookie: ada.cookie ?? '', origin: server.origin }
    const going = request({ host: '127.0.0.1', port: server.port, path, headers }, (response) => {
      let length = 0
      const ended = new Promise<number>((done) => response.once('close', () => done(length)))
      response.on('error', () => undefined)
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
      })
      response.once('data', () => {
        response.pause()
        resolve({
          hangUp: () => going.destroy(),
          rest: () => {
            response.resume()
            return ended
          },
        })
      })
    })
    going.on('error', reject)
    going.end()
  })
}

const megabytes = 32
const large = randomBytes(megabytes * 1024 * 1024)

test('the handle of a file is closed when whoever downloads it hangs up', async () => {
  await sendFile(software, logNamed('left.log'), large)
  expect(await heldOpen()).toBe(0)
  const download = await beginDownload('left.log')
  expect(await heldOpen()).toBe(1)
  download.hangUp()
  await until('no file is open', async () => (await heldOpen()) === 0)
})

test('a file that is deleted on the way still comes whole; one that is cut off ends short, and nobody else notices', async () => {
  await sendFile(software, logNamed('deleted.log'), large)
  const deleted = await beginDownload('deleted.log')
  await rm(await getPath('deleted.log'))
  expect(await deleted.rest()).toBe(large.length)
  await sendFile(software, logNamed('cut.log'), large)
  const cut = await beginDownload('cut.log')
  await truncate(await getPath('cut.log'), 1024 * 1024)
  expect(await cut.rest()).toBeLessThan(large.length)
  await until('no file is open', async () => (await heldOpen()) === 0)
  expect((await ada.call(agencyFiles.logs, { agencyId: 6938 })).status).toBe(200)
})

test('what the list knows and the store has lost is not found', async () => {
  await sendFile(software, logNamed('lost.log'), 'x\n')
  await rm(await getPath('lost.log'))
  const got = await ada.call(agencyFiles.download, query('lost.log'))
  expect([got.status, got.message]).toEqual([404, 'File not found.'])
})

test('a listed file is not called lost while its store is not there', async () => {
  await sendFile(software, logNamed('unmounted.log'), 'x\n')
  const ask = async () => {
    const got = await ada.call(agencyFiles.download, query('unmounted.log'))
    const lines = await ada.call(agencyFiles.logLines, { agencyId: '6938', filePath: 'unmounted.log' })
    return [got.status, lines.status, lines.message]
  }
  const mounted = join(folder, 'mounted')
  await rename(agencyFolder(), mounted)
  const away = 'The file store cannot be reached at the moment. Please try again later.'
  expect(await ask()).toEqual([503, 503, away])
  await rename(mounted, agencyFolder())
  expect(await ask()).toEqual([200, 200, ''])
})

test.each([
  ['before all bytes have come', large],
  ['when all bytes have come', Buffer.from('x'.repeat(1_000))],
])(
  'a disk that is full %s is reported in a sentence, and the upload goes on when there is room',
  async (_when, bytes) => {
    const { data } = await software.call(agencyFiles.openUpload, announce(logNamed('full.log'), bytes))
    const uploadId = data[0]?.uploadId ?? ''
    const spooled = join(folder, 'spool', uploadId)
    await symlink('/dev/full', spooled)
    const append = () => software.upload(agencyFiles.appendUpload, { uploadId, offset: '0' }, bytes)
    const full = await append()
    expect([full.status, full.message, full.headers['retry-after']]).toEqual([
      503,
      'There is no room for uploads at the moment. Please try again later.',
      '60',
    ])
    await rm(spooled)
    expect((await append()).code).toBe(0)
    expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(0)
  },
)

test.each([
  ['ENOSPC', 'There is no room for files at the moment. Please try again later.'],
  ['EDQUOT', 'There is no room for files at the moment. Please try again later.'],
  ['EIO', 'The file store cannot be reached at the moment. Please try again later.'],
])('a store that fails with %s is reported in a sentence', async (code, message) => {
  const failed = Promise.reject(new StoreError('unreachable', Object.assign(new Error('write'), { code })))
  const headers = { 'retry-after': '30' }
  await expect(reachable(failed)).rejects.toMatchObject({ status: 503, message, headers })
})

test.each([
  ['ECONNREFUSED', 'connect ECONNREFUSED'],
  // Node's error for a caller who hung up looks the same.
  ['ECONNRESET', 'aborted'],
])(
  'a store that breaks off a file with %s is away, not the database or the caller',
  async (code, message) => {
    async function* half() {
      yield Buffer.from('ab')
      await Promise.reject(Object.assign(new Error(message), { code }))
    }
    const store = { read: () => Promise.resolve(Readable.from(half())) }
    const services = { stores: { at: () => store } } as unknown as Services
    const bytes = buffer(Readable.from(toBytes(services, { place: 'pool 1', object_name: 'a', size: 4 })))
    await expect(reachable(bytes)).rejects.toMatchObject({
      status: 503,
      message: 'The file store cannot be reached at the moment. Please try again later.',
    })
  },
)

test('an object that ends a byte early is an error, because the caller would wait for the rest', async () => {
  const store = { read: () => Promise.resolve(Readable.from([Buffer.from('abc')])) }
  const services = { stores: { at: () => store } } as unknown as Services
  const read = (size: number) =>
    buffer(Readable.from(toBytes(services, { place: 'pool 1', object_name: 'a', size })))
  expect((await read(3)).toString()).toBe('abc')
  await expect(read(4)).rejects.toThrow('an object ended 1 bytes early: a')
})

test('what the store holds shorter than it was sent is not found', async () => {
  await sendFile(software, logNamed('shorter.log'), 'one\ntwo\n')
  await truncate(await getPath('shorter.log'), 4)
  const got = await ada.call(agencyFiles.download, query('shorter.log'))
  expect([got.status, got.message]).toEqual([404, 'File not found.'])
})

test('a file of 16 MiB is still given as JSON, a larger one only as it is', async () => {
  const most = 16 * 1024 * 1024
  await sendFile(software, logNamed('large.log'), Buffer.from([0xff]))
  const path = await getPath('large.log')
  const asJson = async (size: number) => {
    // Mostly a hole, which takes no time to write.
    await truncate(path, size)
    await server.db.write
      .updateTable('agency_file')
      .set({ size })
      .where('file_key', '=', 'large.log')
      .execute()
    return ada.call(agencyFiles.download, { ...query('large.log'), asJson: 'true' })
  }
  const given = await asJson(most)
  expect(given.status).toBe(200)
  expect(given.text).toMatch(/^\{"name":"large\.log","base64":"\/wAAAA/)
  const refused = await asJson(most + 1)
  expect([refused.status, refused.message]).toEqual([
    413,
    'This file is too large to be given as JSON. Download it as it is.',
  ])
})

test('bytes that are refused leave nothing in the spool', async () => {
  const spooled = () => readdir(join(folder, 'spool'))
  const before = await spooled()
  const config = { kind: 'agencyConfig', name: 'config.json' } as const
  await expect(sendFile(software, config, 'no JSON')).rejects.toThrow('The file is not JSON.')
  const announced = announce(logNamed('wrong.log'), Buffer.from('right'))
  const { data } = await software.call(agencyFiles.openUpload, announced)
  const uploadId = data[0]?.uploadId ?? ''
  await software.upload(agencyFiles.appendUpload, { uploadId, offset: '0' }, Buffer.from('wrong'))
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(422)
  expect(await spooled()).toEqual(before)
})

test('more bytes than were announced are refused in a later piece too', async () => {
  const announced = announce(logNamed('pieces.log'), Buffer.from('abcdef'))
  const { data } = await software.call(agencyFiles.openUpload, announced)
  const uploadId = data[0]?.uploadId ?? ''
  const append = (offset: number, text: string) =>
    software.upload(agencyFiles.appendUpload, { uploadId, offset: String(offset) }, Buffer.from(text))
  expect((await append(0, 'abcd')).code).toBe(0)
  expect((await append(4, 'efg')).code).toBe(413)
  expect((await append(4, 'ef')).code).toBe(0)
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(0)
})

test('a token file whose object cannot be deleted now is off the list, and its object is deleted later', async () => {
  const resetter = await server.asNew({ permissions: [P.CanAccess, P.ResetMultifolderToken] })
  const tokens = '{"current":null,"lastFailure":null}'
  await sendFile(software, { kind: 'agencyMultifolder', name: 'multifolder.json' }, tokens)
  const row = await server.db.read
    .selectFrom('agency_file')
    .select('object_name')
    .where('kind', '=', 'agencyMultifolder')
    .executeTakeFirstOrThrow()
  const path = join(agencyFolder(), row.object_name)
  await rm(path)
  // A folder in its place cannot be removed as a file.
  await mkdir(path)
  expect((await resetter.call(agencyFiles.deleteMultifolderFile, { agencyId: 6938 })).code).toBe(0)
  expect((await resetter.call(agencyFiles.multifolderLog, { agencyId: 6938 })).code).toBe(2)
  const leftovers = await server.db.read.selectFrom('agency_file_leftover').select('object_name').execute()
  expect(leftovers).toContainEqual(row)
  expect(server.logSecrets.entries('files.remove')).toHaveLength(1)
})
