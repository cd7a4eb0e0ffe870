import { agencies } from '@agency-support/contract/modules/agencies'
import { startTemporaryPostgres } from '@agency-support/sandbox/temporary-postgres'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import { type CliOutcome, cliWithFiles, testFolder } from '../../../test/cli-run.ts'
import type { TestClient } from '../../../test/client.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { relayTo } from '../../../test/silence.ts'
import { sealNow } from '../../../test/journal-rows.ts'
import { allPermissions } from '../../../test/people.ts'
import { clientFile, logNamed, sendFile } from '../../../test/send-file.ts'
import { until } from '../../../test/until.ts'
import { sandboxConfig } from '../../settings/config.ts'
import { withConnection } from '../../db/connection.ts'
import { folderSettings } from '../../settings/files.ts'
import { runCli } from '../main.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { listUnchangeable } from './tables.ts'
import { useUpTransactionIds } from './transactions.ts'

const { sealKeys } = sandboxConfig({ databaseUrl: '' })
const silent = { out: { write: () => true } } as unknown as Parameters<typeof useUpTransactionIds>[2]

/** A target for a restore: a database without tables in a separate cluster, and a folder that does not exist. */
interface EmptyPlace {
  url: string
  folder: string
  cli(...argv: string[]): Promise<CliOutcome>
}

let postgres: Awaited<ReturnType<typeof startTemporaryPostgres>>
let folder: Awaited<ReturnType<typeof testFolder>>
let server: TestServer
let admin: TestClient
let software: TestClient
let places = 0
/** Owns the restored tables, as docs/operations.md has it: no superuser, to whom every right is given. */
const owner = 'restored_owner'
/** How a commit is sent, with its length: other statements end in the same letters. */
const commit = '\x0bcommit\0'

beforeAll(async () => {
  ;[postgres, folder] = await Promise.all([startTemporaryPostgres(), testFolder()])
  await withConnection(postgres.url, (client) => client.query(`create role ${owner} login`))
  server = await testServer({ config: { files: folderSettings(join(folder.path, 'source-files')) } })
  software = await server.software(6938)
  admin = await server.asNew({ permissions: allPermissions })
  await sendFile(software, logNamed('error.log'), 'one line\n')
  await sendFile(software, clientFile('00000042'), Buffer.alloc(300_000, 7))
  // Gives the source higher transaction ids than the target, which is a new cluster.
  await withConnection(server.database.url, (client) => useUpTransactionIds(client, 20_000n, silent))
})
afterAll(async () => {
  await server.close()
  await postgres.stop()
  await folder.remove()
})

async function emptyPlace(): Promise<EmptyPlace> {
  places += 1
  const url = new URL(postgres.url)
  url.pathname = `/restored_${places}`
  url.username = owner
  await withConnection(postgres.url, (client) =>
    client.query(`create database restored_${places} template template0 encoding 'UTF8' owner ${owner}`),
  )
  const files = join(folder.path, `restored-files-${places}`)
  const run = cliWithFiles(runCli, url.href, files)
  return { url: url.href, folder: files, cli: (...argv) => run(argv) }
}

const sourceCli = (...argv: string[]): Promise<CliOutcome> =>
  cliWithFiles(runCli, server.database.url, join(folder.path, 'source-files'))(argv)

/** Renames an agency and sends versions of a log until `isOver`; returns how often. */
async function writeUntil(isOver: () => boolean): Promise<number> {
  let count = 0
  while (!isOver()) {
    count += 1
    const renamed = await admin.call(agencies.updateName, { agencyId: 6938, name: `Name ${count}` })
    expect(renamed.code).toBe(0)
    await sendFile(software, logNamed('busy.log'), `version ${count}\n`)
  }
  return count
}

async function listTables(url: string): Promise<string[]> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_schema in ('public', 'job') and table_type = 'BASE TABLE'`,
    )
    return rows.map(({ name }) => name)
  })
}

describe('a backup under write load', () => {
  let place: EmptyPlace
  let backup: string
  let restored: TestServer

  beforeAll(async () => {
    backup = join(folder.path, 'backup')
    await sealNow(server.db, sealKeys)
    let isOver = false
    const writing = writeUntil(() => isOver)
    // The second rename follows the first version of the log.
    await until('a version of the log was sent', async () => {
      const { rows } = await withConnection(server.database.url, (client) =>
        client.query("select from journal where event = 'agencies.renamed' limit 2"),
      )
      return rows.length === 2
    })
    const made = await sourceCli('backup', backup)
    isOver = true
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(await writing).toBeGreaterThan(0)
    place = await emptyPlace()
  })
  afterAll(() => restored.close())

  test('comes back into an empty server whole, its journal intact', async () => {
    const back = await place.cli('restore', backup)
    expect(back).toMatchObject({ code: 0, err: '' })
    expect(back.out).toMatch(/The journal is intact: \d+ entr(?:y|ies) under \d+ seals?\.\n$/)
    const again = join(folder.path, 'backup-of-restored')
    expect((await place.cli('backup', again)).code).toBe(0)
    const [first, second] = await Promise.all([readManifest(backup), readManifest(again)])
    expect(second.tables).toEqual(first.tables)
    expect(second.sequences).toEqual(first.sequences)
    expect(second.objects).toEqual(first.objects)
    expect(first.objects).toMatchObject({ missing: 0 })
    expect(first.tables.find(({ name }) => name === 'journal')?.rows).toBeGreaterThan(2)
    const kept = await withConnection(place.url, (client) => listUnchangeable(client, first.tables))
    expect(kept).toContain('"public"."journal"')
  })

  test('takes every table, partitions through their roots', async () => {
    const taken = new Set((await readManifest(backup)).tables.map(({ schema, name }) => `${schema}.${name}`))
    const parts =
      /^public\.(agency_sign_in|subscription_event|opt_in_event|activity_event)_|^job\.(job_common|queue_stats_)/
    expect([...taken].filter((name) => parts.test(name))).toEqual(['public.agency_sign_in_day'])
    const left = (await listTables(server.database.url)).filter((name) => !taken.has(name))
    expect(left.filter((name) => !parts.test(name) || name === 'public.agency_sign_in_day')).toEqual([
      'public.migration',
    ])
  })

  test('holds neither a key nor anything that others may read', async () => {
    const config = sandboxConfig({ databaseUrl: '' })
    const keys = [...sealKeys.all, ...config.secretKeys.all, ...config.certificateKeys.all]
    for (const name of await readdir(backup, { recursive: true, withFileTypes: true })) {
      const path = join(name.parentPath, name.name)
      expect([path, (await stat(path)).mode & 0o077]).toEqual([path, 0])
      if (!name.isFile()) continue
      const content = await readFile(path)
      for (const { key } of keys) {
        expect(content.includes(key)).toBe(false)
        expect(content.includes(key.toString('base64'))).toBe(false)
      }
    }
  })

  test('is served again: files download, changes are sealed behind what was there', async () => {
    const database: TestDatabase = { url: place.url, drop: async () => undefined }
    restored = await testServer({ database, config: { files: folderSettings(place.folder) } })
    const reader = await restored.asNew({ permissions: allPermissions })
    const log = await reader.send({
      method: 'GET',
      path: '/api/file/download?location=8&agencyId=6938&filePath=error.log&type=log',
    })
    expect([log.status, log.body]).toEqual([200, 'one line\n'])
    const client = await reader.send({
      method: 'GET',
      path: '/api/file/download?location=0&agencyId=6938&clientId=00000042&filePath=&type=client',
    })
    expect([client.status, client.body]).toEqual([200, '\x07'.repeat(300_000)])
    const busy = await reader.send({
      method: 'GET',
      path: '/api/file/download?location=8&agencyId=6938&filePath=busy.log&type=log',
    })
    expect(busy.body).toMatch(/^version \d+\n$/)
    expect((await reader.call(agencies.updateName, { agencyId: 6938, name: 'After it' })).code).toBe(0)
    await sealNow(restored.db, sealKeys)
    expect(await place.cli('journal', 'verify')).toMatchObject({ code: 0 })
  })
})

test('a table that somebody else had made is left out, and named', async () => {
  const source = await emptyPlace()
  expect((await source.cli('migrate')).code).toBe(0)
  await withConnection(source.url, (client) =>
    client.query('create table notes (note_id integer generated always as identity, note text)'),
  )
  await withConnection(source.url, (client) => client.query("insert into notes (note) values ('mine')"))
  const taken = join(folder.path, 'with-notes')
  expect(await source.cli('backup', taken)).toMatchObject({ code: 0, err: '' })
  const back = await (await emptyPlace()).cli('restore', taken)
  expect(back).toMatchObject({ code: 0, err: '' })
  expect(back.out).toContain('Left out, because the product has no such table: "public"."notes".\n')
})

describe('a backup that cannot be taken', () => {
  let good: string
  let place: EmptyPlace
  let copies = 0
  beforeAll(async () => {
    good = join(folder.path, 'good')
    expect((await sourceCli('backup', good)).code).toBe(0)
    place = await emptyPlace()
  })

  /** A damaged copy of the good backup. */
  async function spoilt(spoil: (path: string) => Promise<void>): Promise<string> {
    copies += 1
    const path = join(folder.path, `spoilt-${copies}`)
    await cp(good, path, { recursive: true })
    await spoil(path)
    return path
  }

  /** A copy with a changed manifest and a matching digest. */
  const saying = (change: (manifest: Manifest) => Manifest): Promise<string> =>
    spoilt(async (path) => {
      const text = JSON.stringify(change(await readManifest(path)))
      await writeFile(join(path, 'manifest.json'), text)
      await writeFile(join(path, 'manifest.sha256'), createHash('sha256').update(text).digest('hex'))
    })

  async function isRefused(path: string, sentence: string | RegExp): Promise<void> {
    const { code, err } = await place.cli('restore', path)
    expect(err).toMatch(sentence)
    expect(code).toBe(1)
    expect(await listTables(place.url)).toEqual([])
    const kept = existsSync(place.folder) ? await readdir(place.folder, { recursive: true }) : []
    expect(kept.filter((name) => name.includes('.') || /[0-9a-f]{8}-/.test(name))).toEqual([])
  }

  test('one that is damaged is refused before anything is changed', async () => {
    const flip = async (file: string): Promise<void> => {
      const bytes = await readFile(file)
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
      await writeFile(file, bytes)
    }
    const journal = 'tables/public.journal.copy.gz'
    await isRefused(await spoilt((path) => flip(join(path, journal))), `${journal} has changed`)
    await isRefused(await spoilt((path) => truncate(join(path, journal), 20)), `${journal} has 20 bytes`)
    await isRefused(await spoilt((path) => rm(join(path, journal))), `${journal} is missing`)
    await isRefused(await spoilt((path) => flip(join(path, 'manifest.json'))), 'manifest.json does not match')
    await isRefused(await spoilt((path) => rm(join(path, 'manifest.json'))), 'is not a complete backup')
    const object = await spoilt(async (path) => {
      const names = await readdir(join(path, 'objects'), { recursive: true, withFileTypes: true })
      const file = names.find((name) => name.isFile())
      await flip(join(file?.parentPath ?? '', file?.name ?? ''))
    })
    await isRefused(object, /objects\/.+ has changed/)
    expect(existsSync(place.folder)).toBe(false)
  })

  test('one of a newer release, and one that this cluster is too far behind, are reported', async () => {
    const newer = await saying((manifest) => ({
      ...manifest,
      schema: [...manifest.schema, { name: '999_future.sql', digest: 'f'.repeat(64) }],
    }))
    await isRefused(newer, 'holds migration 999_future.sql')
    const unknown = await saying((manifest) => ({ ...manifest, format: 2 as 1 }))
    await isRefused(unknown, 'a format that this release does not know')
    const ahead = await saying((manifest) => ({ ...manifest, nextTransaction: String(2n ** 33n + 5n) }))
    await isRefused(ahead, 'pg_resetwal --epoch=3 -D DATADIR')
  })

  test('what breaks in the middle leaves nothing behind, and the good one comes back after it', async () => {
    const broken = await saying((manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) => (table.name === 'journal' ? { ...table, rows: 1 } : table)),
    }))
    await isRefused(broken, 'rows, not 1')
    expect(await place.cli('restore', good)).toMatchObject({ code: 0, err: '' })
  })

  test('what was committed is back, with its files, although nobody heard of the commit', async () => {
    const unheard = await emptyPlace()
    await using relay = await relayTo(unheard.url)
    relay.loseAnswerTo(commit)
    const restored = await cliWithFiles(runCli, relay.url, unheard.folder)(['restore', good])
    expect(restored).toMatchObject({ code: 0, err: '' })
    const names = await readdir(unheard.folder, { recursive: true })
    expect(names.filter((name) => /[0-9a-f]{8}-/.test(name))).not.toEqual([])
  })

  test('what was never committed leaves no files behind', async () => {
    const broken = await emptyPlace()
    await using relay = await relayTo(broken.url)
    relay.lose(commit)
    const { code, err } = await cliWithFiles(runCli, relay.url, broken.folder)(['restore', good])
    expect([code, err]).toEqual([1, 'It failed: Connection terminated unexpectedly\n'])
    expect(await listTables(broken.url)).toEqual([])
    const names = await readdir(broken.folder, { recursive: true })
    expect(names.filter((name) => /[0-9a-f]{8}-/.test(name))).toEqual([])
  })

  test('a journal that does not end as the backup says is not called intact', async () => {
    const cut = await saying((manifest) => ({ ...manifest, journalHead: 'f'.repeat(64) }))
    const { code, err } = await (await emptyPlace()).cli('restore', cut)
    expect(err).toMatch(
      /^Everything is back, but the journal is NOT intact: .* the trusted head is not in the chain/,
    )
    expect(code).toBe(1)
  })

  test('a database or a file store that holds something is left alone', async () => {
    const used = await place.cli('restore', good)
    expect(used.err).toContain('is not empty. Nothing was changed.')
    await rm(place.folder, { recursive: true })
    expect((await place.cli('restore', good)).err).toMatch(/^The database "restored_\d" is not empty/)
    expect(existsSync(place.folder)).toBe(false)
    expect((await sourceCli('backup', good)).err).toBe(`${good} is not empty. Name a new folder.\n`)
  })

  test('files that are gone from their store are reported, and the rest comes back', async () => {
    for (const name of await readdir(join(folder.path, 'source-files')))
      await rm(join(folder.path, 'source-files', name), { recursive: true })
    const lacking = join(folder.path, 'lacking')
    const made = await sourceCli('backup', lacking)
    expect(made.code).toBe(0)
    expect(made.err).toMatch(/^Missing: \d+ files? that the database names, but no store holds; marked in /)
    const other = await emptyPlace()
    expect(await other.cli('restore', lacking)).toMatchObject({ code: 0, err: '' })
  })
})
