import { agencies, storageModes, storageSentences } from '@agency-support/contract/modules/agencies'
import { P } from '@agency-support/contract/permissions'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { logNamed, sendFile } from '../../../test/send-file.ts'
import { folderSettings } from '../../settings/files.ts'

let server: TestServer
let folder: string
/** May edit agencies. */
let ada: TestClient
/** May look. */
let ben: TestClient
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agency-support-storage-'))
  server = await testServer({ config: { files: folderSettings(join(folder, 'files')) } })
  ada = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  ben = await server.asNew({ permissions: [P.CanAccess, P.ResetMultifolderToken] })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

test('[CONFIG-08] [CONFIG-09] [CONFIG-12] UpdateAgencyStorageMode stores 0, 1 and 2; 3 and 4 are only shown', async () => {
  await server.agency(1)
  expect(storageModes.map(({ value, label, settable }) => [value, label, settable])).toEqual([
    [0, 'Agency', true],
    [1, 'Pool', true],
    [2, 'Pool then Agency', true],
    [3, 'Pool (by systems flag)', false],
    [4, 'Pool then Agency (by systems flag)', false],
  ])
  for (const mode of [1, 2, 0]) {
    const set = await ada.call(agencies.updateStorageMode, { agencyId: 1, mode })
    expect([set.status, set.code, set.data[0]?.storageMode]).toEqual([200, 0, mode])
    const { data } = await ben.call(agencies.config, { agencyId: 1 })
    expect(data[0]?.storageMode).toBe(mode)
  }
  for (const mode of [3, 4, 99, -1, 1.5, '1', null]) {
    const refused = await ada.call(agencies.updateStorageMode, { agencyId: 1, mode: mode as 0 })
    expect([refused.status, refused.message]).toEqual([400, 'Storage mode must be 0, 1 or 2.'])
  }
  for (const mode of [3, 4]) {
    await server.db.write
      .updateTable('agency')
      .set({ storage_mode: mode })
      .where('agency_id', '=', 1)
      .execute()
    expect((await ben.call(agencies.config, { agencyId: 1 })).data[0]?.storageMode).toBe(mode)
  }
})

test('a change of the storage mode stands in the journal; the same mode again does not', async () => {
  await server.agency(2)
  for (const mode of [1, 1]) await ada.call(agencies.updateStorageMode, { agencyId: 2, mode })
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['event', 'before', 'after'])
    .where('agency_id', '=', 2)
    .execute()
  expect(rows).toEqual([
    { event: 'agencies.storageModeChanged', before: { storageMode: 0 }, after: { storageMode: 1 } },
  ])
})

test('a stale storage mode is refused with who changed it, when, and both values', async () => {
  await server.agency(3)
  const cyd = await server.asNew({
    username: 'cyd@support.test',
    permissions: [P.CanAccess, P.EditAgencyStatus],
  })
  const { data } = await ada.call(agencies.config, { agencyId: 3 })
  const version = data[0]?.version ?? 0
  const changedAt = server.clock.now().toISOString()
  await cyd.call(agencies.updateStorageMode, { agencyId: 3, mode: 1, version })
  server.clock.turn(60)
  const stale = await ada.call(agencies.updateStorageMode, { agencyId: 3, mode: 2, version })
  expect([stale.status, stale.code, stale.message]).toEqual([
    200,
    409,
    `cyd@support.test changed the storage mode at ${changedAt}. Your choice was not saved.`,
  ])
  expect(stale.refusal).toMatchObject({
    changedBy: 'cyd@support.test',
    changedAt,
    current: 1,
    yours: 2,
    version: 2,
  })
  const same = await ada.call(agencies.updateStorageMode, { agencyId: 3, mode: 1, version })
  expect(same.code).toBe(0)
  // A change of the name must not make a change of the mode stale.
  await cyd.call(agencies.updateName, { agencyId: 3, name: 'Another', version: 2 })
  const knowingly = await ada.call(agencies.updateStorageMode, { agencyId: 3, mode: 2, version: 2 })
  expect(knowingly.data).toMatchObject([{ storageMode: 2, version: 4 }])
})

test('[CONFIG-10] [CONFIG-11] [CONFIG-13] a check says what is wrong, and a retried setup puts it right', async () => {
  await server.agency(4)
  const missing = await ben.call(agencies.checkStorage, { agencyId: 4 })
  expect([missing.status, missing.code, missing.message]).toEqual([
    200,
    422,
    'The storage of this agency has not been set up. Retry the setup.',
  ])
  const retried = await ada.call(agencies.retryStorageSetup, { agencyId: 4 })
  expect([retried.status, retried.code, retried.message]).toEqual([200, 0, 'Storage setup restarted.'])
  const checked = await ben.call(agencies.checkStorage, { agencyId: 4 })
  expect([checked.status, checked.code, checked.message]).toEqual([
    200,
    0,
    'Successfully connected to agency storage account.',
  ])
  expect(storageSentences.connected).toBe(checked.message)
  expect((await ada.call(agencies.retryStorageSetup, { agencyId: 4 })).code).toBe(0)
  const rows = await server.db.read.selectFrom('journal').select('event').where('agency_id', '=', 4).execute()
  expect(rows.map(({ event }) => event)).toEqual(Array(2).fill('agencies.storageSetupRetried'))
})

test('a setup that makes one store of two is in the journal, and one that makes none is not', async () => {
  const history = async (agencyId: number) =>
    (
      await server.db.read.selectFrom('journal').select('event').where('agency_id', '=', agencyId).execute()
    ).map(({ event }) => event)
  const poolThenAgency = async (agencyId: number, blocked: string) => {
    await server.agency(agencyId)
    const placed = { pool_id: agencyId, storage_mode: 2 }
    await server.db.write.updateTable('agency').set(placed).where('agency_id', '=', agencyId).execute()
    await mkdir(join(folder, 'files'), { recursive: true })
    await writeFile(join(folder, 'files', blocked), 'not a folder')
    const retried = await ada.call(agencies.retryStorageSetup, { agencyId })
    expect(retried.message).toBe('The storage account of this agency cannot be reached at the moment.')
  }
  await poolThenAgency(71, 'agency00000071')
  expect(await history(71)).toEqual(['agencies.storageSetupRetried'])
  await poolThenAgency(72, 'pool72')
  expect(await history(72)).toEqual([])
})

test('whoever only looks cannot have the stores asked without end', async () => {
  const ids = Array.from({ length: 31 }, (_, at) => 900 + at)
  for (const agencyId of ids) await server.agency(agencyId)
  server.clock.turn(10)
  const codes: number[] = []
  for (const agencyId of ids) codes.push((await ben.call(agencies.checkStorage, { agencyId })).code)
  expect(codes).toEqual([...Array<number>(30).fill(422), 429])
  const busy = await ben.call(agencies.checkStorage, { agencyId: 930 })
  expect([busy.status, busy.message]).toEqual([200, 'The file store is busy. Please try again in a moment.'])
  // A cached result is returned without a new check.
  expect((await ben.call(agencies.checkStorage, { agencyId: 900 })).code).toBe(422)
  server.clock.turn(10)
  expect((await ben.call(agencies.checkStorage, { agencyId: 930 })).code).toBe(422)
})

test('storage mode and setup are refused without EditAgencyStatus; a check is not', async () => {
  await server.agency(5)
  expect((await ben.call(agencies.updateStorageMode, { agencyId: 5, mode: 1 })).status).toBe(403)
  expect((await ben.call(agencies.retryStorageSetup, { agencyId: 5 })).status).toBe(403)
  expect((await ben.call(agencies.checkStorage, { agencyId: 5 })).status).toBe(200)
})

test('an agency that there is not has no storage', async () => {
  for (const call of [agencies.checkStorage, agencies.retryStorageSetup]) {
    const none = await ada.call(call, { agencyId: 404 })
    expect([none.status, none.code, none.message]).toEqual([200, 2, 'Agency not found'])
  }
  expect((await ada.call(agencies.updateStorageMode, { agencyId: 404, mode: 1 })).code).toBe(2)
})

test('new files go where the mode says, and those stored before can still be had', async () => {
  const software = await server.software(6)
  await server.db.write.updateTable('agency').set({ pool_id: 3 }).where('agency_id', '=', 6).execute()
  await sendFile(software, logNamed('own.log'), 'own\n')
  await ada.call(agencies.updateStorageMode, { agencyId: 6, mode: 1 })
  await sendFile(software, logNamed('pool.log'), 'pool\n')
  expect(await readdir(join(folder, 'files/agency00000006/00000006/log'))).toHaveLength(1)
  expect(await readdir(join(folder, 'files/pool3/00000006/log'))).toHaveLength(1)
  for (const name of ['own', 'pool']) {
    const path = `/api/file/download?agencyId=6&location=8&filePath=${name}.log`
    expect((await ben.send({ method: 'GET', path })).body).toBe(`${name}\n`)
  }
})

test('in mode 2 an agency’s own store takes what the pool cannot', async () => {
  const software = await server.software(7)
  await server.db.write
    .updateTable('agency')
    .set({ pool_id: 9, storage_mode: 2 })
    .where('agency_id', '=', 7)
    .execute()
  await writeFile(join(folder, 'files/pool9'), 'not a folder')
  await sendFile(software, logNamed('own.log'), 'own\n')
  expect(await readdir(join(folder, 'files/agency00000007/00000007/log'))).toHaveLength(1)
  const checked = await ben.call(agencies.checkStorage, { agencyId: 7 })
  expect(checked.message).toBe('No usable storage credentials are configured for this agency.')
})

test('a storage account that cannot be used is reported in a sentence, and an upload may be finished later', async () => {
  const secrets = await mkdtemp(join(folder, 'secrets-'))
  const connection =
    'DefaultEndpointsProtocol=http;AccountName=a;AccountKey=Yg==;BlobEndpoint=http://127.0.0.1:9/a;'
  const kept = { in: 'azure', poolConnection: connection, agencyConnections: secrets } as const
  const config = { files: { kept, spool: join(folder, 'spool') } }
  await using azure = await testServer({ config })
  const software = await azure.software(8)
  const cyd = await azure.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  const said = async () => (await cyd.call(agencies.checkStorage, { agencyId: 8 })).message
  expect(await said()).toBe('No usable storage credentials are configured for this agency.')
  await writeFile(join(secrets, '00000008'), connection)
  expect(await said()).toBe('The storage account of this agency cannot be reached at the moment.')
  const retried = await cyd.call(agencies.retryStorageSetup, { agencyId: 8 })
  expect(retried.message).toBe('The storage account of this agency cannot be reached at the moment.')
  await expect(sendFile(software, logNamed('a.log'), 'x\n')).rejects.toThrow(
    'The file store cannot be reached at the moment. Please try again later.',
  )
})
