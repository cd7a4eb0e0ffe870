import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { pMapIterable } from 'p-map'
import { getErrorCode } from '../../lib/error-code.ts'
import type { FileSettings } from '../../settings/files.ts'
import { FileStore } from '../../providers/file-store.ts'
import { isDiskFull, type StoreResolver } from '../../providers/object-store.ts'
import { CliProblem } from '../cli.ts'
import { checkPart, DigestStream, ObjectLine } from './manifest.ts'

/** What was copied; `missing` counts objects that were not in their stores. */
export interface CopiedObjects {
  count: number
  totalBytes: number
  missing: number
}

/** Most objects are small: copying one is waiting for its store and for the disk. */
const copiesAtOnce = 8

const getFolder = (folder: string, place: string): string => join(folder, place.replace(' ', '-'))

/** Copies objects from their stores into one folder per store; yields their lines, in order, and counts them. */
export async function* copyObjects(
  objects: AsyncIterable<ObjectLine>,
  stores: StoreResolver,
  folder: string,
  copied: CopiedObjects,
): AsyncGenerator<string> {
  const underWay = new Set<Promise<boolean>>()
  const copy = async (object: ObjectLine): Promise<ObjectLine> => {
    const copying = copyObject(object, stores, folder)
    underWay.add(copying)
    const isThere = await copying.finally(() => underWay.delete(copying))
    return isThere ? object : { ...object, missing: true }
  }
  try {
    for await (const line of pMapIterable(objects, copy, { concurrency: copiesAtOnce })) {
      if (line.missing === true) copied.missing += 1
      else {
        copied.count += 1
        copied.totalBytes += line.bytes
      }
      yield `${JSON.stringify(line)}\n`
    }
  } finally {
    // After a failure the folder is deleted, into which nothing may be written any more.
    await Promise.allSettled(underWay)
  }
}

async function copyObject(
  { place, name, bytes, sha256 }: ObjectLine,
  stores: StoreResolver,
  folder: string,
): Promise<boolean> {
  const body = await stores.at(place).read(name)
  if (body === null) return false
  const meter = new DigestStream()
  await Promise.all([pipeline(body, meter), new FileStore(getFolder(folder, place)).write(name, meter)])
  const found = meter.sum()
  if (found.bytes === bytes && found.sha256 === sha256) return true
  throw new CliProblem(
    `The file ${name} of ${place} is not what the database says of it (${found.bytes} bytes, not ${bytes}). Nothing was kept.`,
  )
}

/** The lines of a backup's list of objects. */
export async function* readObjects(folder: string, file: string): AsyncGenerator<ObjectLine> {
  const lines = createInterface({ input: createReadStream(join(folder, file)), crlfDelay: Infinity })
  for await (const line of lines) {
    const parsed = ObjectLine.safeParse(JSON.parse(line))
    if (!parsed.success) throw new CliProblem(`The backup is damaged: ${file} has an invalid line.`)
    if (parsed.data.missing !== true) yield parsed.data
  }
}

/** Throws CliProblem for an object of the backup that differs from its line. */
export async function checkObjects(folder: string, file: string): Promise<void> {
  for await (const { place, name, bytes, sha256 } of readObjects(folder, file))
    await checkPart(folder, { file: `objects/${place.replace(' ', '-')}/${name}`, bytes, sha256 })
}

/** Throws CliProblem unless the target stores are empty. */
export async function requireEmptyStores(
  files: FileSettings,
  stores: StoreResolver,
  objects: AsyncIterable<ObjectLine>,
): Promise<void> {
  if (files.kept.in === 'folder') {
    const { folder } = files.kept
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(toNone)
    if (found.some((entry) => !entry.isDirectory()))
      throw new CliProblem(`FILE_STORE_DIR: the folder ${folder} is not empty. Nothing was changed.`)
    return
  }
  for await (const { place, name } of objects)
    if ((await stores.at(place).head(name)) !== null)
      throw new CliProblem(`The storage of ${place} holds ${name} already. Nothing was changed.`)
}

function toNone(error: unknown): never[] {
  if (getErrorCode(error) === 'ENOENT') return []
  throw error
}

/** Writes the objects of a backup to their stores; returns how many. */
export async function putObjects(folder: string, file: string, stores: StoreResolver): Promise<number> {
  let count = 0
  for await (const { place, name } of readObjects(folder, file)) {
    const body = await new FileStore(getFolder(join(folder, 'objects'), place)).read(name)
    if (body === null) throw new CliProblem(`The backup is damaged: ${name} of ${place} is missing.`)
    await stores
      .at(place)
      .write(name, body)
      .catch((cause: unknown) => {
        if (!isDiskFull(cause)) throw cause
        throw new CliProblem('FILE_STORE_DIR: there is no room for the files. Nothing was restored.', {
          cause,
        })
      })
    count += 1
  }
  return count
}

/** Deletes them again after a failed restore. */
export async function removeObjects(folder: string, file: string, stores: StoreResolver): Promise<void> {
  for await (const { place, name } of readObjects(folder, file))
    await stores
      .at(place)
      .remove(name)
      .catch(() => false)
}
