import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { announce, logNamed, sendFile } from '../../../test/send-file.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { folderSettings } from '../../settings/files.ts'
import { openLog } from '../../lib/log.ts'
import type { StoreResolver } from '../../providers/object-store.ts'
import { createStores } from '../../providers/stores.ts'
import { Spool } from './spool.ts'
import { deleteOldFiles } from './retention.ts'

let server: TestServer
let software: TestClient
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agency-support-retention-'))
  server = await testServer({ config: { files: folderSettings(folder) } })
  software = await server.software(6938)
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const hour = 3_600
const files = () => readdir(join(folder, 'agency00006938/00006938/log')).then((names) => names.length)
const spooled = () => readdir(join(folder, 'spool')).then((names) => names.length)

async function runAfter(
  seconds: number,
  {
    stores = createStores(folderSettings(folder)),
    signal,
  }: { stores?: StoreResolver; signal?: AbortSignal } = {},
): Promise<void> {
  server.clock.turn(seconds)
  const parts = { db: server.db, stores, spool: new Spool(join(folder, 'spool')), log: openLog('silent') }
  await deleteOldFiles(parts, server.clock.now(), signal)
}

async function leftovers(): Promise<number> {
  return (await server.db.read.selectFrom('agency_file_leftover').select('place').execute()).length
}

test('an older version stays for those who still read it, and then goes', async () => {
  await sendFile(software, logNamed('a.log'), 'one\n')
  await sendFile(software, logNamed('a.log'), 'two\n')
  expect([await files(), await leftovers()]).toEqual([2, 1])
  await runAfter(6 * hour)
  expect(await files()).toBe(2)
  await runAfter(1)
  expect([await files(), await leftovers()]).toEqual([1, 0])
  const ada = await server.asNew({ permissions: [2000] })
  const { data } = await ada.call(agencyFiles.logLines, { agencyId: '6938', filePath: 'a.log' })
  expect(data[0]?.lines).toEqual(['two'])
})

test('an older version is not taken for deleted while the folder of its store is away', async () => {
  await sendFile(software, logNamed('a.log'), 'one\n')
  await sendFile(software, logNamed('a.log'), 'two\n')
  const [store, away] = [join(folder, 'agency00006938'), join(folder, 'away')]
  await rename(store, away)
  await runAfter(7 * hour)
  expect(await leftovers()).toBe(1)
  await rename(away, store)
  await runAfter(7 * hour)
  expect([await files(), await leftovers()]).toEqual([1, 0])
})

test('an object that was written but never listed goes, also half of one', async () => {
  const store = createStores(folderSettings(folder)).at('agency 6938')
  await store.write('00006938/log/never-listed', Readable.from([Buffer.from('x')]))
  const at = server.clock.now()
  for (const name of ['never-listed', 'never-written'])
    await server.db.write
      .insertInto('agency_file_leftover')
      .values({ place: 'agency 6938', object_name: `00006938/log/${name}`, since: at })
      .execute()
  await runAfter(7 * hour)
  expect([await files(), await leftovers()]).toEqual([0, 0])
})

test('the object of a file that could not be listed goes', async () => {
  await sql`alter table agency_file add check (name <> 'unlisted.log')`.execute(server.db.write)
  await expect(sendFile(software, logNamed('unlisted.log'), 'one\n')).rejects.toThrow('An error occurred')
  expect([await files(), await leftovers()]).toEqual([1, 1])
  await runAfter(7 * hour)
  expect([await files(), await leftovers()]).toEqual([0, 0])
})

test('an upload that nobody goes on with is forgotten after two days, with its bytes', async () => {
  const bytes = Buffer.from('abcdef')
  const { data } = await software.call(agencyFiles.openUpload, announce(logNamed('a.log'), bytes))
  const uploadId = data[0]?.uploadId ?? ''
  await software.upload(agencyFiles.appendUpload, { uploadId, offset: '0' }, bytes.subarray(0, 3))
  await runAfter(47 * hour)
  expect(await spooled()).toBe(1)
  await runAfter(2 * hour)
  expect(await spooled()).toBe(0)
  const late = await software.upload(agencyFiles.appendUpload, { uploadId, offset: '3' }, bytes.subarray(3))
  expect(late.code).toBe(404)
})

test('bytes that a process left behind when it ended after listing their file go, at the latest with the upload', async () => {
  const bytes = Buffer.from('abc')
  const uploadIds = await Promise.all(
    ['a.log', 'b.log'].map(async (name) => {
      const { data } = await software.call(agencyFiles.openUpload, announce(logNamed(name), bytes))
      const uploadId = data[0]?.uploadId ?? ''
      await software.upload(agencyFiles.appendUpload, { uploadId, offset: '0' }, bytes)
      await software.call(agencyFiles.finishUpload, { uploadId })
      return uploadId
    }),
  )
  for (const uploadId of uploadIds) await writeFile(join(folder, 'spool', uploadId), bytes)
  await software.call(agencyFiles.finishUpload, { uploadId: uploadIds[0] ?? '' })
  expect(await spooled()).toBe(1)
  await runAfter(49 * hour)
  expect(await spooled()).toBe(0)
})

test('one run forgets all uploads that are old, and no other', async () => {
  const now = server.clock.now()
  const file = { kind: 'log', location: 8, client_id: '', size: 1, sha256: 'x', deleted: false } as const
  const rows = Array.from({ length: 1_102 }, (_, at) => ({
    ...file,
    upload_id: randomUUID(),
    agency_id: 6938,
    name: `${at}.log`,
    file_at: now,
    opened_at: new Date(now.getTime() + at - 1_101),
    finished_at: at % 2 === 0 ? now : null,
  }))
  await server.db.write.insertInto('agency_upload').values(rows).execute()
  await runAfter(48 * hour)
  const left = await server.db.read.selectFrom('agency_upload').select('name').execute()
  expect(left).toEqual([{ name: '1101.log' }])
})

test('an old upload that is announced again while it is being deleted stays, with its bytes', async () => {
  const bytes = Buffer.from('abc')
  const { data } = await software.call(agencyFiles.openUpload, announce(logNamed('a.log'), bytes))
  const uploadId = data[0]?.uploadId ?? ''
  await software.upload(agencyFiles.appendUpload, { uploadId, offset: '0' }, bytes)
  server.clock.turn(49 * hour)
  const { deleting } = await server.db.write.transaction().execute(async (tx) => {
    // As a repeated announcement does.
    await tx.updateTable('agency_upload').set({ opened_at: server.clock.now() }).execute()
    const running = runAfter(0)
    await untilOneWaits(tx, 'agency_upload')
    return { deleting: running }
  })
  await deleting
  expect(await spooled()).toBe(1)
  expect((await software.call(agencyFiles.finishUpload, { uploadId })).code).toBe(0)
})

test('one run takes all there is, and what is stuck does not hold up the rest', async () => {
  const since = server.clock.now()
  const rows = Array.from({ length: 1_203 }, (_, at) => ({
    place: 'agency 7',
    // The first six hundred have invalid names, so that deleting them fails.
    object_name: at < 600 ? `a/../${at}` : `log/${at}`,
    since: new Date(since.getTime() + at),
  }))
  await server.db.write.insertInto('agency_file_leftover').values(rows).execute()
  await createStores(folderSettings(folder)).at('agency 7').setUp()
  await runAfter(7 * hour)
  expect(await leftovers()).toBe(600)
  const { since: put } = await server.db.read
    .selectFrom('agency_file_leftover')
    .select('since')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(put).toEqual(server.clock.now())
})

test('a server that stops waits for one object, not for all that a slow store still has to remove', async () => {
  const since = server.clock.now()
  const names = ['log/1', 'log/2', 'log/3']
  const rows = names.map((object_name) => ({ place: 'agency 7', object_name, since }))
  await server.db.write.insertInto('agency_file_leftover').values(rows).execute()
  const stopping = new AbortController()
  const removed: string[] = []
  const remove = (name: string): Promise<boolean> => {
    removed.push(name)
    stopping.abort()
    return Promise.resolve(true)
  }
  const stores = { at: () => ({ remove }) } as unknown as StoreResolver
  await runAfter(7 * hour, { stores, signal: stopping.signal })
  expect(removed).toHaveLength(1)
  expect(await leftovers()).toBe(2)
})

test('a finished upload leaves nothing in the spool', async () => {
  await sendFile(software, logNamed('a.log'), 'one\n')
  expect(await spooled()).toBe(0)
})
