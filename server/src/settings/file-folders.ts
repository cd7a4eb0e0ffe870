import { constants } from 'node:fs'
import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigProblem } from './config.ts'
import { getErrorCode } from '../lib/error-code.ts'
import { within } from '../lib/within.ts'
import type { FileSettings } from './files.ts'

/** The folders that the server writes to, with the setting that names each. */
function listFolders({ kept, spool }: FileSettings): [variable: string, path: string][] {
  const folders: [string, string][] = kept.in === 'folder' ? [['FILE_STORE_DIR', kept.folder]] : []
  return [...folders, ['FILE_SPOOL_DIR', spool]]
}

/** Longer than a network file system takes to be mounted; one whose server is away never answers. */
const folderMs = 30_000

/** Creates the folders for files and tries to write there. Throws ConfigProblem with a sentence for each that fails. */
export async function prepareFolders(files: FileSettings, timeoutMs = folderMs): Promise<void> {
  const tried = listFolders(files).map(async ([variable, path]) => {
    const why = await whyNotWritable(path, timeoutMs)
    return why === undefined ? [] : [`${variable}: the folder ${path} cannot be made or written to (${why}).`]
  })
  const problems = (await Promise.all([...tried, findAzureProblems(files)])).flat()
  if (problems.length > 0) throw new ConfigProblem(problems)
}

async function whyNotWritable(path: string, timeoutMs: number): Promise<string | undefined> {
  try {
    if (await within(timeoutMs, writeProbe(path))) return undefined
    return `no answer within ${timeoutMs / 1_000} seconds`
  } catch (error) {
    return getErrorCode(error) ?? String(error)
  }
}

async function writeProbe(path: string): Promise<void> {
  const probe = join(path, `.probe-${process.pid}`)
  await mkdir(path, { recursive: true, mode: 0o700 })
  await writeFile(probe, 'written')
  await rm(probe)
}

async function findAzureProblems({ kept }: FileSettings): Promise<string[]> {
  if (kept.in === 'folder') return []
  const problems: string[] = []
  const { BlobServiceClient } = await import('@azure/storage-blob')
  try {
    BlobServiceClient.fromConnectionString(kept.poolConnection)
  } catch {
    problems.push(
      'AZURE_POOL_CONNECTION_STRING must be the connection string of a storage account, as Azure shows it.',
    )
  }
  try {
    await access(kept.agencyConnections, constants.R_OK | constants.X_OK)
  } catch (error) {
    const why = getErrorCode(error) ?? String(error)
    problems.push(
      `AZURE_AGENCY_CONNECTIONS_DIR: the folder ${kept.agencyConnections} cannot be read (${why}).`,
    )
  }
  return problems
}

/** Rejects if a folder for files is missing or not writable; writes nothing. */
export async function checkFolders(files: FileSettings): Promise<void> {
  const { R_OK, W_OK, X_OK } = constants
  // One after the other: on a disk that hangs each would block one of the process's few threads for files.
  for (const [, path] of listFolders(files)) await access(path, R_OK | W_OK | X_OK)
}
