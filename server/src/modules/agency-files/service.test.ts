import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { announce, clientFile, logNamed, sendFile } from '../../../test/send-file.ts'
import { useServer } from '../../../test/use-server.ts'
import { plusSeconds } from '../../lib/clock.ts'
import { sandboxConfig } from '../../settings/config.ts'
import type { Tx } from '../../db/open.ts'
import { createStores } from '../../providers/stores.ts'
import {
  clearTotals,
  countClientFiles,
  hasTotals,
  listClientFiles,
  unlistClientFiles,
} from './client-files-store.ts'
import { countClients } from './facts-store.ts'
import { fileFacts, filesOfUploads, removeFromStores } from './service.ts'

const server = useServer()
let agencyId: number
let software: TestClient
let other: TestClient
beforeAll(async () => {
  other = await server.software(8951)
})
beforeEach(async () => {
  ;({ agencyId, software } = await server.newSoftware())
})

const counts = (count: number) => ({ count, active: count, archived: 0, errors: 1 })
const sendTotals = (totals: object, by = software) =>
  sendFile(by, { kind: 'agencyMetrics', name: 'metrics.json' }, JSON.stringify({ totals }))
const write = (work: (tx: Tx) => Promise<void>): Promise<void> => server.db.write.transaction().execute(work)

test('the uploads of an agency that have arrived are reported, with what they are', async () => {
  const log = await sendFile(software, logNamed('a.log'), 'one\n')
  const client = await sendFile(software, clientFile('00000042', 4), '{}')
  const foreign = await sendFile(other, logNamed('b.log'), 'two\n')
  const opened = await software.call(
    agencyFiles.openUpload,
    announce(logNamed('open.log'), Buffer.from('three\n')),
  )
  const unfinished = opened.data[0]?.uploadId ?? ''
  const never = '00000000-0000-4000-8000-000000000000'
  const files = await filesOfUploads(server.db.read, agencyId, [log, client, foreign, unfinished, never])
  expect(files).toHaveLength(2)
  expect(files).toEqual(
    expect.arrayContaining([
      { kind: 'log', name: 'a.log', location: 8, clientId: '' },
      { kind: 'client', name: '00000042.json', location: 4, clientId: '00000042' },
    ]),
  )
})

test('of an agency that has sent nothing nothing is known', async () => {
  expect(await fileFacts(server.db.read, agencyId)).toEqual({
    syncErrors: 0,
    syncErrorsAt: null,
    token: null,
    totals: new Map(),
  })
})

test('what an agency has sent is known with when it was reported', async () => {
  const token = { timestamp: '2026-11-20T08:00:00Z', cmsUser: 'MBX', hawPath: 'H:', clientPath: 'C:' }
  const tokens = { current: token, lastFailure: { ...token, cmsUser: 'KLM' } }
  await sendFile(software, { kind: 'agencyMultifolder', name: 'm.json' }, JSON.stringify(tokens))
  await sendTotals({ '0': counts(3), '4': counts(2) })
  server.clock.turn(60)
  const errors = [{ clientId: '00000042', date: '2026-11-20T08:00:00.000Z', code: 1, msg: 'Locked' }]
  await software.call(agencyFiles.reportConversionErrors, { errors })
  const facts = await fileFacts(server.db.read, agencyId)
  expect(facts).toMatchObject({
    syncErrors: 1,
    syncErrorsAt: server.clock.now(),
    token: { cmsUser: 'MBX' },
  })
  expect([...facts.totals]).toMatchObject([
    [0, counts(3)],
    [4, counts(2)],
  ])
  await sendFile(
    software,
    { kind: 'agencyMultifolder', name: 'm.json' },
    '{"current":null,"lastFailure":null}',
  )
  expect(await fileFacts(server.db.read, agencyId)).toMatchObject({ token: null })
})

test('the same number of errors with another text is another list', async () => {
  const ada = await server.asNew()
  const error = { clientId: '00000042', date: '2026-11-20T08:00:00.000Z', code: 1, msg: 'Locked' }
  const report = (...errors: (typeof error)[]) =>
    software.call(agencyFiles.reportConversionErrors, { errors })
  for (const changed of [
    error,
    { ...error, msg: 'Open' },
    { ...error, msg: 'Open', code: 2 },
    { ...error, clientId: '00000043' },
    { ...error, clientId: '00000043', date: '2026-11-20T08:00:01.000Z' },
  ]) {
    expect((await report(changed)).code).toBe(0)
    const { data } = await ada.call(agencyFiles.conversionErrors, { agencyId })
    expect(data).toEqual([changed])
  }
})

test('the clients of all agencies are those in Data Sync, once each', async () => {
  const before = await countClients(server.db.read)
  await sendTotals({ '0': counts(30), '4': counts(500) })
  await sendTotals({ '0': counts(7) }, other)
  expect(await countClients(server.db.read)).toBe(before + 37)
  await sendTotals({ '0': counts(31) })
  expect(await countClients(server.db.read)).toBe(before + 38)
  await sendTotals({ '0': counts(0) }, other)
})

test('totals are there once something was counted, and are cleared where they are asked to be', async () => {
  const has = (...locations: number[]) => hasTotals(server.db.read, agencyId, locations)
  expect(await has(0, 4, 5, 6)).toBe(false)
  await sendTotals({ '0': counts(0), '4': counts(1), '5': counts(2) })
  expect([await has(0), await has(4), await has(0, 4), await has(6)]).toEqual([false, true, true, false])
  const at = plusSeconds(server.clock.now(), 60)
  await write((tx) => clearTotals(tx, agencyId, [0, 4], at))
  expect([await has(0, 4), await has(5)]).toEqual([false, true])
  const ada = await server.asNew()
  const read = async (storageLocation: 4 | 5) =>
    (await ada.call(agencyFiles.totals, { agencyId, storageLocation })).data
  const none = { count: 0, active: 0, archived: 0, errors: 0 }
  expect(await read(4)).toEqual([{ ...none, countedAt: at.toISOString() }])
  expect(await read(5)).toMatchObject([counts(2)])
})

test('client files are listed by location and id up to an instant, and taken off unless they were sent anew', async () => {
  const ids = (rows: readonly { location: number; file_key: string }[]) =>
    rows.map(({ location, file_key: key }) => `${location} ${key}`)
  for (const [id, location] of [
    ['00000002', 0],
    ['00000001', 4],
    ['00000001', 0],
    ['00000003', 5],
  ] as const)
    await sendFile(software, clientFile(id, location), `${id} ${location}`)
  await sendFile(software, logNamed('a.log'), 'no client\n')
  await sendFile(other, clientFile('00000009'), 'foreign')
  const before = server.clock.now()
  server.clock.turn(1)
  await sendFile(software, clientFile('00000004'), 'later')
  const list = (locations: number[], limit = 10) =>
    listClientFiles(server.db.read, { agencyId, locations, before, limit })
  expect(ids(await list([4, 0]))).toEqual(['0 00000001', '0 00000002', '4 00000001'])
  expect(ids(await list([0, 4], 2))).toEqual(['0 00000001', '0 00000002'])
  expect(await countClientFiles(server.db.read, agencyId, [0, 4])).toBe(4)
  const listed = await list([0, 4])
  await sendFile(software, clientFile('00000002'), 'sent anew')
  await write((tx) => unlistClientFiles(tx, agencyId, listed))
  const now = { agencyId, locations: [0, 4, 5], before: server.clock.now(), limit: 10 }
  expect(ids(await listClientFiles(server.db.read, now))).toEqual(['0 00000002', '0 00000004', '5 00000003'])
  expect(await countClientFiles(server.db.read, 8951, [0])).toBe(1)
})

test('objects are removed from their stores, missing ones too, and a store that fails is reported', async () => {
  const { files } = sandboxConfig({ databaseUrl: server.database.url })
  const stores = createStores(files)
  for (let at = 10; at < 30; at += 1) await sendFile(software, clientFile(`000000${at}`), `${at}`)
  const listing = { agencyId, locations: [0], before: server.clock.now(), limit: 50 }
  const objects = await listClientFiles(server.db.read, listing)
  expect(objects).toHaveLength(20)
  const left = async () => {
    const heads = objects.map(({ place, object_name: name }) => stores.at(place).head(name))
    return (await Promise.all(heads)).filter((head) => head !== null).length
  }
  expect(await left()).toBe(20)
  await removeFromStores(stores, objects)
  expect(await left()).toBe(0)
  await removeFromStores(stores, objects)
  const odd = { place: `agency ${agencyId}`, object_name: 'a/../b' }
  await expect(removeFromStores(stores, [...objects, odd])).rejects.toThrow('not a name of this store')
})
