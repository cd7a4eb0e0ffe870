import type { Services } from '../../calls/context.ts'
import { HttpFailure } from '../../calls/refusal.ts'
import {
  type ByteRange,
  isDiskFull,
  type ObjectStore,
  StoreError,
  type StoredObject,
  type StoreResolver,
} from '../../providers/object-store.ts'
import { Spool } from './spool.ts'
import type { FileObject } from './store.ts'

/** For a file that is not listed, or is missing in its store. */
export const absentSentence = 'File not found.'
const awaySentence = 'The file store cannot be reached at the moment. Please try again later.'
const fullSentence = 'There is no room for files at the moment. Please try again later.'

/** Waits for a store's answer; throws 503 if the store is unavailable. */
export async function reachable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    const sentence = isDiskFull(error) ? fullSentence : awaySentence
    throw new HttpFailure(503, sentence, { headers: { 'retry-after': '30' }, cause: error })
  }
}

/** Throws if a store is away, such as a folder that is not mounted: then a file that is not found there is not lost. */
async function expectUsable(store: ObjectStore): Promise<void> {
  const problem = await store.check()
  if (problem !== undefined) throw new StoreError(problem, undefined)
}

/** Deletes an object; one that is missing in its store is fine. Throws StoreError. */
export async function removeObject(stores: StoreResolver, { place, object_name }: FileObject): Promise<void> {
  const store = stores.at(place)
  if (!(await store.remove(object_name))) await expectUsable(store)
}

/** The object of a listed file, or null if its store has lost it. */
export async function findObject({ stores }: Services, file: FileObject): Promise<StoredObject | null> {
  const store = stores.at(file.place)
  const object = await store.head(file.object_name)
  if (object === null) await expectUsable(store)
  return object
}

/**
 * The bytes of a listed file, opened at the first read and closed when reading stops. Throws if there are fewer than
 * promised, because the caller would wait forever for the rest.
 */
export async function* toBytes(
  { stores }: Services,
  file: FileObject & { size: number },
  range: ByteRange = { start: 0, end: file.size - 1 },
): AsyncGenerator<Buffer> {
  let left = range.end - range.start + 1
  if (left === 0) return
  const store = stores.at(file.place)
  const body = await store.read(file.object_name, range)
  if (body === null) {
    await expectUsable(store)
    throw new HttpFailure(404, absentSentence)
  }
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      left -= chunk.length
      yield chunk
    }
  } catch (error) {
    // By its code alone it could be an error of the database's connection, or of the caller's.
    throw new StoreError('unreachable', error)
  }
  if (left > 0) throw new Error(`an object ended ${left} bytes early: ${file.object_name}`)
}

/** The spool of unfinished uploads. */
export function getSpool({ config }: Services): Spool {
  return new Spool(config.files.spool)
}
