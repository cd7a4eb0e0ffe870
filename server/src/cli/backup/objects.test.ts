import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import { type CliOutcome, cliWithFiles, testFolder } from '../../../test/cli-run.ts'
import { logNamed, sendFile } from '../../../test/send-file.ts'
import { withConnection } from '../../db/connection.ts'
import { folderSettings } from '../../settings/files.ts'
import { runCli } from '../main.ts'
import { readManifest } from './manifest.ts'

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

const sourceCli = (...argv: string[]): Promise<CliOutcome> =>
  cliWithFiles(runCli, server.database.url, join(folder.path, 'source-files'))(argv)

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
  const failed = await sourceCli('backup', join(folder.path, 'failed'))
  await writeFile(other, content)
  expect(failed.err).toMatch(/^The file \S+ of agency 6938 is not what the database says of it/)
  expect(failed.code).toBe(1)
  expect(existsSync(join(folder.path, 'failed'))).toBe(false)
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
  const made = await sourceCli('backup', many)
  expect(made).toMatchObject({ code: 0, err: expect.stringMatching(/^Missing: 150000 files /) as unknown })
  expect((await readManifest(many)).objects.missing).toBe(150_000)
})
