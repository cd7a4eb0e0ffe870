import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import { type CliOutcome, cliWithFiles, type RunCli, testFolder } from '../../../test/cli-run.ts'
import { logNamed, sendFile } from '../../../test/send-file.ts'
import { until } from '../../../test/until.ts'
import { withConnection } from '../../db/connection.ts'
import type { Clock } from '../../lib/clock.ts'
import { FileStore } from '../../providers/file-store.ts'
import type { StoreResolver } from '../../providers/object-store.ts'
import { folderSettings } from '../../settings/files.ts'
import { runCli } from '../main.ts'
import { type ObjectLine, readManifest } from './manifest.ts'
import { copyObjects, putObjects, readObjects, requireEmptyStores } from './objects.ts'

let folder: Awaited<ReturnType<typeof testFolder>>
let server: TestServer

beforeAll(async () => {
  folder = await testFolder()
  server = await testServer({ config: { files: folderSettings(join(folder.path, 'source-files')) } })
  await sendFile(await server.software(6938), logNamed('error.log'), 'one line\n')
})
afterAll(async () => {
  await server.close()
  await folder.remove()
})

function sourceCli(argv: string[], clock?: Clock): Promise<CliOutcome> {
  const run: RunCli = (words, surroundings) =>
    runCli(words, clock ? { ...surroundings, clock } : surroundings)
  return cliWithFiles(run, server.database.url, join(folder.path, 'source-files'))(argv)
}

test('a file that is not what the database says ends it, and nothing of it is kept', async () => {
  const source = join(folder.path, 'source-files')
  const { object_name: listed } = await server.db.read
    .selectFrom('agency_file')
    .select('object_name')
    .executeTakeFirstOrThrow()
  const names = await readdir(source, { recursive: true })
  const other = join(source, names.find((name) => name.endsWith(listed)) ?? '')
  const content = await readFile(other)
  await writeFile(other, Buffer.alloc(content.length))
  const failed = await sourceCli(['backup', join(folder.path, 'failed')])
  await writeFile(other, content)
  expect(failed.err).toMatch(/^The file \S+ of agency 6938 is not what the database says of it/)
  expect(failed.code).toBe(1)
  expect(existsSync(join(folder.path, 'failed'))).toBe(false)
})

/** Empty objects of one store, and what copying them into a folder yields. */
async function copyEmpty(
  names: readonly string[],
  read: (name: string) => Promise<Readable | null>,
  into: string,
): Promise<string[]> {
  const sha256 = createHash('sha256').digest('hex')
  const objects = Readable.from(names.map((name) => ({ place: 'pool 1', name, bytes: 0, sha256 })))
  const stores = { at: () => ({ read }) } as unknown as StoreResolver
  const copied = { count: 0, totalBytes: 0, missing: 0 }
  const lines: string[] = []
  for await (const line of copyObjects(objects, stores, join(folder.path, into), copied)) lines.push(line)
  return lines
}

test('several files are copied at once, and listed in their order', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `file-${10 + at}`)
  let asked = 0
  const lines = await copyEmpty(
    names,
    async () => {
      asked += 1
      await until('several are asked for', () => asked > 1)
      return Readable.from([])
    },
    'at-once',
  )
  expect(lines.map((line) => (JSON.parse(line) as ObjectLine).name)).toEqual(names)
})

test('a file that cannot be copied ends it only when the others under way have ended', async () => {
  const slow = Promise.withResolvers<null>()
  let isSlowDone = false
  const copied = copyEmpty(
    ['bad', 'slow'],
    async (name) => {
      if (name === 'bad') throw new Error('not readable')
      setImmediate(() => slow.resolve(null))
      await slow.promise
      isSlowDone = true
      return null
    },
    'cut-off',
  )
  await expect(copied).rejects.toThrow('not readable')
  expect(isSlowDone).toBe(true)
})

/** Lets the next object of this name find no room in the folder. */
function fillUp(folderOfStore: string, name: string): void {
  const path = join(folderOfStore, name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync('/dev/full', `${path}.part`)
}

test('a backup for which there is no room names its folder, and nothing of it is kept', async () => {
  const { object_name: name } = await server.db.read
    .selectFrom('agency_file')
    .select('object_name')
    .executeTakeFirstOrThrow()
  const target = join(folder.path, 'too-small')
  // Read when the empty folder has been made.
  const now = (): Date => {
    if (existsSync(target) && !existsSync(join(target, 'objects')))
      fillUp(join(target, 'objects/agency-6938'), name)
    return new Date()
  }
  const failed = await sourceCli(['backup', target], { now })
  expect(failed).toEqual({
    code: 1,
    out: '',
    err: `There is no room for the backup in ${target}. Nothing was kept.\n`,
  })
  expect(existsSync(target)).toBe(false)
})

test('files for which there is no room are not restored', async () => {
  const backup = join(folder.path, 'good')
  expect((await sourceCli(['backup', backup])).code).toBe(0)
  const target = join(folder.path, 'full-store')
  for await (const { name } of readObjects(backup, 'objects.jsonl')) fillUp(target, name)
  const stores = { at: () => new FileStore(target) } as unknown as StoreResolver
  await expect(putObjects(backup, 'objects.jsonl', stores)).rejects.toThrow(
    'FILE_STORE_DIR: there is no room for the files. Nothing was restored.',
  )
})

test('more files than a function takes arguments are listed', async () => {
  await withConnection(server.database.url, (client) =>
    client.query(
      `insert into agency_file (agency_id, kind, location, file_key, name, place, object_name, size, sha256,
         file_at, stored_at, upload_id)
       select 6938, 'client', 0, number, number, 'pool 1', 'many/' || number, 0, repeat('0', 64), now(), now(),
         gen_random_uuid() from generate_series(1, 150000) number`,
    ),
  )
  const many = join(folder.path, 'many')
  const made = await sourceCli(['backup', many])
  expect(made).toMatchObject({ code: 0, err: expect.stringMatching(/^Missing: 150000 files /) as unknown })
  expect((await readManifest(many)).objects.missing).toBe(150_000)
})

test('storage accounts are restored into unless they hold one of the objects', async () => {
  const files = { kept: { in: 'azure', poolConnection: '', agencyConnections: '' }, spool: '' } as const
  const check = (found: string) => {
    const head = (name: string) => Promise.resolve(name === found ? { size: 1 } : null)
    const stores = { at: () => ({ head }) } as unknown as StoreResolver
    const lines = ['a', 'b'].map((name): ObjectLine => ({ place: 'pool 1', name, bytes: 1, sha256: '' }))
    return requireEmptyStores(files, stores, Readable.from(lines))
  }
  await check('c')
  await expect(check('b')).rejects.toThrow('The storage of pool 1 holds b already. Nothing was changed.')
})
