import { foldText } from '@agency-support/contract/rules/search'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { getErrorCode } from '../../lib/error-code.ts'
import {
  type AgencyImport,
  beginImport,
  dropImport,
  findOpenImport,
  keepStage,
  countMerged,
  takeImportLock,
} from '../../jobs/agency-import/imports.ts'
import {
  countChanges,
  endImport,
  mergeStaged,
  type StagedName,
  stagedColumns,
} from '../../jobs/agency-import/merge.ts'
import { type Cli, CliProblem, printLine, printResult } from '../cli.ts'
import { copyRows } from '../copy-rows.ts'
import { type BadLines, FirstBadLine, ListedBadLines } from './bad-lines.ts'
import { Progress } from './progress.ts'
import { type AgencyLine, readAgencies } from './read-agencies.ts'
import { RefusedFile } from './refused-file.ts'
import { formatProgress, whyNotAnother, whyNotNow } from './status.ts'

/** A file to import. */
export interface Source {
  file: string
  /** File for refused lines; if undefined, a bad line stops the import. */
  skipTo: string | undefined
}

/** Stages and merges the file's agencies; continues an interrupted import of the same file. */
export async function importFile(client: Client, cli: Cli, source: Source): Promise<void> {
  const size = await readSize(source.file)
  if (!(await takeImportLock(client))) throw nothingImported([await whyNotNow(client)])
  const open = await findOpenImport(client)
  const isKept = open?.state === 'merging'
  if (isKept && !(await hashFile(source.file)).equals(open.digest ?? Buffer.alloc(0)))
    throw nothingImported([whyNotAnother(open)])
  if (isKept) {
    if (cli.json !== true) printLine(cli, `Going on with an import that broke off: ${formatProgress(open)}.`)
  } else if (open !== undefined) await dropImport(client, open.importId)
  const staged = isKept ? open : await stageFile(client, cli, source, size)
  const { inserted, updated, unchanged, refused } = await mergeAndEnd(client, cli, staged)
  const counts = { dryRun: false, inserted, updated, unchanged, refused }
  printResult(cli, { file: source.file, ...counts }, [
    `inserted ${inserted}, updated ${updated}, unchanged ${unchanged}`,
    ...(isKept ? formatRefusedBefore(refused) : formatRefused(source, refused)),
  ])
}

/** Reports what an import would do and changes nothing: lines are staged in a temporary table. */
export async function tryFile(client: Client, cli: Cli, source: Source): Promise<void> {
  const size = await readSize(source.file)
  await using refused = await openRefusedFile(source)
  const bad = refused ?? new ListedBadLines()
  await client.query('create temporary table agency_import_line (like agency_import_line including all)')
  await read(client, cli, { file: source.file, size, bad })
  const problems = bad.sentences()
  if (problems.length > 0) throw nothingImported(problems)
  await refused?.close()
  const { inserted, updated, unchanged } = await countChanges(client)
  const counts = { dryRun: true, inserted, updated, unchanged, refused: bad.count }
  printResult(cli, { file: source.file, ...counts }, [
    `would insert ${inserted}, update ${updated}, leave ${unchanged} unchanged; nothing was changed`,
    ...formatRefused(source, bad.count),
  ])
}

async function stageFile(client: Client, cli: Cli, source: Source, size: number): Promise<AgencyImport> {
  await using refused = await openRefusedFile(source)
  const importId = await beginImport(client, basename(source.file), cli.clock.now())
  try {
    const bad = refused ?? new FirstBadLine()
    const digest = await read(client, cli, { file: source.file, size, bad })
    await refused?.close()
    return await keepStage(client, importId, { digest, refused: bad.count })
  } catch (error) {
    // If the connection is lost, the next import does this.
    await dropImport(client, importId).catch(() => undefined)
    throw error
  }
}

interface Reading {
  file: string
  /** Bytes of the file. */
  size: number
  bad: BadLines
}

/** Reads the whole file and stages its agencies; returns the SHA-256 of its bytes. */
async function read(client: Client, cli: Cli, { file, size, bad }: Reading): Promise<Buffer> {
  const digest = createHash('sha256')
  const progress = new Progress(cli, 'read', size)
  const onRead = (block: Buffer): void => {
    digest.update(block)
    progress.add(block.length)
  }
  try {
    await orNothing(async () => {
      for await (const batch of readAgencies(file, onRead)) {
        await bad.write(batch.bad)
        await stageAgencies(client, batch.agencies)
      }
    }, bad)
  } finally {
    progress.end()
  }
  await client.query('analyze agency_import_line')
  return digest.digest()
}

async function mergeAndEnd(client: Client, cli: Cli, staged: AgencyImport): Promise<AgencyImport> {
  const progress = new Progress(cli, 'merged', staged.agencies)
  let soFar = staged
  try {
    const merged = await mergeStaged(client, staged, {
      clock: cli.clock,
      onMerged: (now) => {
        soFar = now
        progress.reach(countMerged(now))
      },
      onHeld: () => progress.printLine('Waiting for somebody who is changing the next agency …'),
    })
    await endImport(client, merged, cli.clock.now())
    return merged
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CliProblem(
      `The import broke off: ${why}\n${formatProgress(soFar)}; the rest is kept. The same command goes on with it, and so does a server when it starts.`,
      { cause },
    )
  } finally {
    progress.end()
  }
}

function nothingImported(sentences: readonly string[]): CliProblem {
  return new CliProblem([...sentences, 'Nothing was imported.'].join('\n'))
}

async function openRefusedFile({ skipTo }: Source): Promise<RefusedFile | undefined> {
  return skipTo === undefined ? undefined : orNothing(() => RefusedFile.create(skipTo))
}

/** Adds to failures before the first change that nothing was imported. */
async function orNothing<T>(work: () => Promise<T>, bad?: BadLines): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof CliProblem ? nothingImported([...(bad?.sentences() ?? []), error.message]) : error
  }
}

function formatRefused({ skipTo }: Source, refused: number): string[] {
  return skipTo === undefined ? [] : [`refused ${refused}${refused > 0 ? `, see ${skipTo}` : ''}`]
}

/** The refused lines were written when the file was read, which this command did not do. */
function formatRefusedBefore(refused: number): string[] {
  return refused === 0 ? [] : [`refused ${refused}, see the file that was named when the import began`]
}

async function hashFile(file: string): Promise<Buffer> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(file), digest)
  return digest.digest()
}

async function readSize(file: string): Promise<number> {
  try {
    const facts = await stat(file)
    if (!facts.isDirectory()) return facts.size
  } catch (cause) {
    const isMissing = getErrorCode(cause) === 'ENOENT'
    const why = isMissing ? 'there is no such file' : String(cause)
    throw new CliProblem(`${file} cannot be read: ${why}.`, { cause })
  }
  throw new CliProblem(`${file} is a folder.`)
}

const stagedNames = Object.keys(stagedColumns) as StagedName[]
const lineColumns = ['agency_id', ...Object.values(stagedColumns), 'name_folded']

/** Copies agencies into the staging table; null stands for a value that is not changed. */
async function stageAgencies(client: Client, agencies: readonly AgencyLine[]): Promise<void> {
  const rows = agencies.map((agency) => [
    agency.agencyId,
    ...stagedNames.map((name) => agency[name]),
    agency.name === undefined ? undefined : foldText(String(agency.name)),
  ])
  await copyRows(client, 'agency_import_line', lineColumns, [rows])
}
