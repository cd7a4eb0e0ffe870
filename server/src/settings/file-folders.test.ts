import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConfigProblem } from './config.ts'
import { prepareFolders } from './file-folders.ts'
import type { FileSettings } from './files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agency-support-folders-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function findProblems(files: FileSettings): Promise<readonly string[] | undefined> {
  const failure: unknown = await prepareFolders(files).catch((error: unknown) => error)
  return (failure as ConfigProblem | undefined)?.sentences
}

const withAccount = (poolConnection: string, agencyConnections = folder): FileSettings => ({
  kept: { in: 'azure', poolConnection, agencyConnections },
  spool: join(folder, 'spool'),
})

test.each([
  'DefaultEndpointsProtocol=https;AccountName=pools;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net',
  'BlobEndpoint=https://pools.blob.core.windows.net;SharedAccessSignature=sv=2026&sig=secret',
])('takes the connection string of a storage account', async (connection) => {
  expect(await findProblems(withAccount(connection))).toBeUndefined()
})

test('names each setting of storage accounts that cannot be right, without what is in it', async () => {
  expect(await findProblems(withAccount('AccountKey=secret', join(folder, 'absent')))).toEqual([
    'AZURE_POOL_CONNECTION_STRING must be the connection string of a storage account, as Azure shows it.',
    `AZURE_AGENCY_CONNECTIONS_DIR: the folder ${join(folder, 'absent')} cannot be read (ENOENT).`,
  ])
})

test('names a folder that does not answer', async () => {
  const path = join(folder, 'silent')
  await mkdir(path)
  const probe = join(path, `.probe-${process.pid}`)
  // Nobody reads from it, so writing to it does not end, as on a disk whose server is away.
  execFileSync('mkfifo', [probe])
  const files = { kept: { in: 'folder', folder }, spool: path } as const
  const failure: unknown = await prepareFolders(files, 100).catch((error: unknown) => error)
  await readFile(probe)
  expect((failure as ConfigProblem).sentences).toEqual([
    `FILE_SPOOL_DIR: the folder ${path} cannot be made or written to (no answer within 0.1 seconds).`,
  ])
})

test('names a folder that is a file', async () => {
  const path = join(folder, 'file')
  await writeFile(path, '')
  expect(await findProblems({ kept: { in: 'folder', folder }, spool: path })).toEqual([
    `FILE_SPOOL_DIR: the folder ${path} cannot be made or written to (EEXIST).`,
  ])
})
