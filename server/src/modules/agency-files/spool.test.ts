import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Spool, TooManyBytes } from './spool.ts'

let folder: string
let spool: Spool
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'agency-support-spool-')), 'not', 'there yet')
  spool = new Spool(folder)
})
afterEach(() => rm(join(folder, '../..'), { recursive: true, force: true }))

const append = (offset: number, text: string, room = text.length) =>
  spool.append('one', offset, Readable.from([Buffer.from(text)]), room)
const held = async (): Promise<string> => (await spool.bytes('one')).toString()

test('nobody else on the machine can read what has arrived', async () => {
  await append(0, 'abc')
  const modes = [await stat(folder), await stat(join(folder, 'one'))].map(({ mode }) => mode & 0o777)
  expect(modes).toEqual([0o700, 0o600])
})

test('bytes are written where they belong, and those around them stay', async () => {
  await append(0, 'abcdef')
  await append(2, 'XY')
  expect([await held(), await spool.size('one')]).toEqual(['abXYef', 6])
  await append(6, 'ghi')
  expect([await held(), await spool.size('one')]).toEqual(['abXYefghi', 9])
})

test('as many bytes as there is room for are taken, and not one more', async () => {
  await append(0, 'abc', 3)
  await expect(append(3, 'defg', 3)).rejects.toBeInstanceOf(TooManyBytes)
  const pieces = Readable.from(['de', 'f', 'g'].map((text) => Buffer.from(text)))
  await expect(spool.append('one', 3, pieces, 3)).rejects.toBeInstanceOf(TooManyBytes)
  expect(await spool.size('one')).toBeLessThanOrEqual(6)
  expect(await held()).toMatch(/^abc/)
})

test('of what has not arrived there are 0 bytes; a spool that cannot be looked at is a failure', async () => {
  expect(await spool.size('one')).toBe(0)
  await append(0, 'abc')
  const under = new Spool(join(folder, 'one'))
  await expect(under.size('two')).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test('what is kept is read again; an empty upload needs no file', async () => {
  await append(0, 'abc')
  expect((await buffer(spool.stream('one', 3))).toString()).toBe('abc')
  expect(await buffer(spool.stream('nothing', 0))).toHaveLength(0)
})

test('what is removed is gone, also when it was gone before', async () => {
  await append(0, 'abc')
  await writeFile(join(folder, 'two'), 'stays')
  await spool.remove('one')
  await spool.remove('one')
  expect(await readdir(folder)).toEqual(['two'])
})
