import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { FileStore } from '../../providers/file-store.ts'
import type { UploadRow } from './upload-store.ts'
import { OtherBytes, writeToStore } from './write-file.ts'

const content = 'one line\n'
const upload = {
  upload_id: randomUUID(),
  agency_id: 6938,
  kind: 'log',
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
} as UploadRow

/** A pool that cannot be used, and the agency's own store; `notes` is what is kept of the attempts. */
async function twoStores() {
  const folder = await mkdtemp(join(tmpdir(), 'two-stores-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'pool'), 'a file in place of the folder')
  const own = new FileStore(join(folder, 'own'))
  const notes: string[] = []
  const parts = {
    bytes: () => Readable.from([Buffer.from(content)]),
    note: async ({ place }: { place: string }) => void notes.push(`noted ${place}`),
    failed: async () => void notes.push('failed'),
  }
  const pool = { place: 'pool 3', store: new FileStore(join(folder, 'pool')) }
  return { own, notes, parts, stores: [pool, { place: 'agency 6938', store: own }] }
}

test('a file that the pool does not take goes to the agency’s own store, and both are noted before', async () => {
  const { own, notes, parts, stores } = await twoStores()
  const { place, object_name, index } = await writeToStore(upload, stores, parts)
  expect([place, index.lines]).toEqual(['agency 6938', 1])
  expect(await text((await own.read(object_name)) ?? Readable.from([]))).toBe(content)
  expect(notes).toEqual(['noted pool 3', 'failed', 'noted agency 6938'])
})

test('a file that no store takes fails as the last store did', async () => {
  const { notes, parts, stores } = await twoStores()
  await expect(writeToStore(upload, stores.slice(0, 1), parts)).rejects.toThrow('unreachable')
  expect(notes).toEqual(['noted pool 3', 'failed'])
})

test('bytes that are not those announced are tried at no other store', async () => {
  const { own, notes, parts } = await twoStores()
  const other = { ...upload, sha256: '0'.repeat(64) }
  const stores = ['pool 3', 'agency 6938'].map((place) => ({ place, store: own }))
  await expect(writeToStore(other, stores, parts)).rejects.toThrow(OtherBytes)
  expect(notes).toEqual(['noted pool 3', 'failed'])
})
