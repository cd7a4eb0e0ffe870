import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '../../test/app.ts'
import { type Azurite, startAzurite } from '../../test/azurite.ts'
import { logNamed, sendFile } from '../../test/send-file.ts'
import { BlobStore } from './blob-store.ts'
import { FileStore } from './file-store.ts'
import { type ObjectStore, StoreError } from './object-store.ts'
import { createStores } from './stores.ts'

let folder: string
let azurite: Azurite
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agency-support-stores-'))
  azurite = await startAzurite()
}, 300_000)
afterAll(async () => {
  await azurite.stop()
  await rm(folder, { recursive: true, force: true })
})

let made = 0
const newName = (): string => `store-${(made += 1)}`
const kinds: { kind: string; make: () => ObjectStore }[] = [
  { kind: 'a folder', make: () => new FileStore(join(folder, newName())) },
  { kind: 'a container', make: () => new BlobStore(azurite.connection(), newName()) },
]
const toBody = (content: string | Buffer): Readable => Readable.from([Buffer.from(content)])

describe.each(kinds)('$kind', ({ make }) => {
  test('is missing until it is set up, which may be repeated', async () => {
    const store = make()
    expect(await store.check()).toBe('missing')
    await store.setUp()
    expect(await store.check()).toBeUndefined()
    await store.setUp()
    expect(await store.check()).toBeUndefined()
  })

  test('keeps what is written, and tells its size and time', async () => {
    const store = make()
    const before = Date.now() - 1_000
    await store.write('00006938/log/one', toBody('first'))
    const head = await store.head('00006938/log/one')
    expect(head?.size).toBe(5)
    expect(head?.storedAt.getTime()).toBeGreaterThanOrEqual(before)
    expect(head?.storedAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
    expect(await text((await store.read('00006938/log/one')) ?? Readable.from([]))).toBe('first')
    expect(await store.check()).toBeUndefined()
  })

  test('replaces an object as a whole', async () => {
    const store = make()
    await store.write('one', toBody('a longer text'))
    await store.write('one', toBody('short'))
    expect(await text((await store.read('one')) ?? Readable.from([]))).toBe('short')
  })

  test('keeps nothing of a body that fails, and throws what the body threw', async () => {
    const store = make()
    await store.write('one', toBody('as it was'))
    const failing = (): Readable =>
      Readable.from(
        (async function* () {
          yield randomBytes(6 * 1024 * 1024)
          await Promise.resolve()
          throw new TypeError('the body broke')
        })(),
      )
    await expect(store.write('one', failing())).rejects.toThrow(new TypeError('the body broke'))
    await expect(store.write('two', failing())).rejects.toThrow(new TypeError('the body broke'))
    expect(await text((await store.read('one')) ?? Readable.from([]))).toBe('as it was')
    expect(await store.head('two')).toBeNull()
  })

  test('keeps objects of nothing and of many megabytes to the byte', async () => {
    const store = make()
    const large = randomBytes(20 * 1024 * 1024 + 7)
    await store.write('empty', Readable.from([]))
    await store.write('large', Readable.from([large.subarray(0, 9_000_001), large.subarray(9_000_001)]))
    expect((await store.head('empty'))?.size).toBe(0)
    const got = await buffer((await store.read('large')) ?? Readable.from([]))
    expect(got.equals(large)).toBe(true)
  })

  test('gives a part of an object, both ends included', async () => {
    const store = make()
    await store.write('one', toBody('0123456789'))
    const part = async (start: number, end: number) =>
      text((await store.read('one', { start, end })) ?? Readable.from([]))
    expect([await part(0, 0), await part(3, 5), await part(9, 9), await part(0, 9)]).toEqual([
      '0',
      '345',
      '9',
      '0123456789',
    ])
  })

  test('says of what is not there that it is not there, whether there is a store or not', async () => {
    for (const isSetUp of [false, true]) {
      const store = make()
      if (isSetUp) await store.setUp()
      expect(await store.head('none/at/all')).toBeNull()
      expect(await store.read('none/at/all')).toBeNull()
      expect(await store.remove('none/at/all')).toBe(false)
    }
  })

  test('has no object with a name beyond all measure', async () => {
    await expect(make().head('x'.repeat(201))).rejects.toThrow('not a name of this store')
  })

  test('removes an object once', async () => {
    const store = make()
    await store.write('a/one', toBody('x'))
    expect([await store.remove('a/one'), await store.remove('a/one')]).toEqual([true, false])
    expect(await store.head('a/one')).toBeNull()
  })

  test('lets go of an object that is read no further', async () => {
    const store = make()
    await store.write('one', toBody(randomBytes(8 * 1024 * 1024)))
    const body = await store.read('one')
    for await (const _chunk of body ?? []) break
    expect(body?.destroyed).toBe(true)
  })

  test.each(['', '.', '..', '../one', 'a/../b', 'a//b', '/a', 'a/', 'a\\b', 'a\0', '.part', 'ä'])(
    'has no object named %j',
    async (name) => {
      const store = make()
      await expect(store.head(name)).rejects.toThrow('not a name of this store')
      await expect(store.read(name)).rejects.toThrow('not a name of this store')
      await expect(store.write(name, toBody('x'))).rejects.toThrow('not a name of this store')
      await expect(store.remove(name)).rejects.toThrow('not a name of this store')
    },
  )
})

describe('a folder', () => {
  test('follows no link, neither of an object nor of a folder above it', async () => {
    const root = join(folder, newName())
    const outside = join(folder, newName())
    await mkdir(join(root, 'a'), { recursive: true })
    await mkdir(join(outside, 'b'), { recursive: true })
    await writeFile(join(outside, 'b/secret'), 'secret')
    await symlink(join(outside, 'b/secret'), join(root, 'a/link'))
    await symlink(join(outside, 'b'), join(root, 'b'))
    await symlink(root, join(root, 'a/loop'))
    const store = new FileStore(root)
    for (const name of ['a/link', 'b/secret', 'a/loop/a/link', 'a']) {
      expect(await store.head(name)).toBeNull()
      expect(await store.read(name)).toBeNull()
    }
  })

  test('leaves no half written file behind', async () => {
    const root = join(folder, newName())
    const store = new FileStore(root)
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        await Promise.resolve()
        throw new Error('broke')
      })(),
    )
    await expect(store.write('a/one', failing)).rejects.toThrow('broke')
    expect(await readdir(join(root, 'a'))).toEqual([])
  })

  test('shows nobody else what it holds', async () => {
    const root = join(folder, newName())
    await new FileStore(root).write('a/one', toBody('x'))
    const modes = await Promise.all(
      ['', 'a', 'a/one'].map(async (path) => (await stat(join(root, path))).mode),
    )
    expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(['700', '700', '600'])
  })

  test('removes with an object what a killed process had written of it', async () => {
    const root = join(folder, newName())
    const store = new FileStore(root)
    await mkdir(root)
    await writeFile(join(root, 'one.part'), 'half')
    expect(await store.remove('one')).toBe(false)
    expect(await readdir(root)).toEqual([])
  })

  test('closes a body of which it can take nothing', async () => {
    const root = join(folder, newName())
    await writeFile(root, 'a file in place of the folder')
    const body = toBody('x')
    await expect(new FileStore(root).write('one', body)).rejects.toThrow(StoreError)
    expect(body.destroyed).toBe(true)
  })

  test.each([1, 100])('that is full fails as a store, not as the body of %i pieces', async (pieces) => {
    const root = join(folder, newName())
    await mkdir(root)
    await symlink('/dev/full', join(root, 'one.part'))
    const body = Readable.from(Array.from({ length: pieces }, () => Buffer.alloc(64 * 1024)))
    const writing = new FileStore(root).write('one', body)
    await expect(writing).rejects.toMatchObject({ name: 'StoreError', cause: { code: 'ENOSPC' } })
    expect(await readdir(root)).toEqual([])
  })

  test('that is a file, or lies below one, cannot be used', async () => {
    const root = join(folder, newName())
    await writeFile(root, 'x')
    expect(await new FileStore(root).check()).toBe('config')
    await expect(new FileStore(join(root, 'below')).write('one', toBody('x'))).rejects.toThrow(StoreError)
    await expect(new FileStore(join(root, 'below')).setUp()).rejects.toThrow(StoreError)
  })
})

describe('a container', () => {
  test('of an account whose key is another', async () => {
    const store = new BlobStore(azurite.connection({ key: randomBytes(64).toString('base64') }), newName())
    expect(await store.check()).toBe('auth')
    await expect(store.head('one')).rejects.toThrow(new StoreError('auth', undefined))
    await expect(store.read('one')).rejects.toThrow(StoreError)
    await expect(store.setUp()).rejects.toThrow(StoreError)
  })

  test('of an account that there is not', async () => {
    expect(await new BlobStore(azurite.connection({ account: 'nobody' }), newName()).check()).toBe(
      'unreachable',
    )
  })

  test('of a machine that does not answer', async () => {
    const connection = azurite.connection().replace(/127\.0\.0\.1:\d+/, '127.0.0.1:9')
    const store = new BlobStore(connection, newName())
    expect(await store.check()).toBe('unreachable')
    await expect(store.write('one', toBody('x'))).rejects.toThrow(new StoreError('unreachable', undefined))
  })

  test.each(['', 'nonsense', 'AccountName=a;AccountKey=b', 'UseDevelopmentStorage=maybe'])(
    'whose connection string is %j',
    async (connection) => {
      const store = new BlobStore(connection, newName())
      expect(await store.check()).toBe('config')
      await expect(store.setUp()).rejects.toThrow(new StoreError('config', undefined))
      await expect(store.read('one')).rejects.toThrow(StoreError)
    },
  )
})

describe('the stores of an agency', () => {
  const agency = { agencyId: 6938, poolId: 3 }

  test('new files go to the agency’s own store, the pool, or the pool and then the agency’s', () => {
    const stores = createStores({ kept: { in: 'folder', folder }, spool: '' })
    const places = [0, 1, 2, 3, 4, 9].map((mode) =>
      stores.forAgency({ ...agency, mode }).map(({ place }) => place),
    )
    const [own, pool] = ['agency 6938', 'pool 3']
    expect(places).toEqual([[own], [pool], [pool, own], [pool], [pool, own], []])
  })

  test('a place is one of these two and nothing else', () => {
    const stores = createStores({ kept: { in: 'folder', folder }, spool: '' })
    for (const place of ['', 'agency', 'agency x', 'pool ../3', 'disk 3', 'agency 1 2'])
      expect(() => stores.at(place)).toThrow('not the name of a store')
  })

  test('an agency’s own account is the one its secret names at that moment', async () => {
    const secrets = await mkdtemp(join(folder, 'secrets-'))
    const kept = { in: 'azure', poolConnection: azurite.connection(), agencyConnections: secrets } as const
    const stores = createStores({ kept, spool: '' })
    const check = () => stores.at('agency 6938').check()
    expect(await check()).toBe('config')
    await writeFile(join(secrets, '00006938'), `${azurite.connection()}\n`)
    expect(await check()).toBe('missing')
    await stores.at('agency 6938').setUp()
    expect(await check()).toBeUndefined()
    await stores.at('pool 3').write('one', toBody('x'))
    expect(await stores.at('agency 6938').head('one')).toBeNull()
  })
})

test('a log goes through an account and comes back, whole, in part, by line and by search', async () => {
  const secrets = await mkdtemp(join(folder, 'secrets-'))
  await writeFile(join(secrets, '00006938'), azurite.connection())
  const kept = { in: 'azure', poolConnection: azurite.connection(), agencyConnections: secrets } as const
  await using server = await testServer({ config: { files: { kept, spool: join(folder, newName()) } } })
  const software = await server.software(6938)
  const ada = await server.asNew({ permissions: [2000] })
  const lines = Array.from({ length: 40_000 }, (_, at) => `10:00 INFO line ${at + 1}`)
  const content = lines.join('\n')
  await sendFile(software, logNamed('error.log'), content)
  const asked = { agencyId: '6938', filePath: 'error.log' }
  const whole = await ada.call(agencyFiles.download, { ...asked, location: '8' })
  expect([whole.status, whole.text === content]).toEqual([200, true])
  const part = await ada.call(agencyFiles.download, { ...asked, location: '8' }, { range: 'bytes=6-9' })
  expect([part.status, part.text]).toEqual([206, 'INFO'])
  const page = await ada.call(agencyFiles.logLines, { ...asked, from: '39999' })
  expect(page.data[0]?.lines).toEqual(lines.slice(-2))
  const found = await ada.call(agencyFiles.searchLog, { ...asked, text: 'line 39990', after: '39000' })
  expect(found.data[0]?.hits).toEqual([{ line: 39_990, text: lines[39_989] }])
})
