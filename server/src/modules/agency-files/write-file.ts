import { padAgencyId } from '@agency-support/contract/ids'
import { createHash, randomUUID } from 'node:crypto'
import { pipeline, Transform, type Readable } from 'node:stream'
import { type PlacedStore, StoreError } from '../../providers/object-store.ts'
import { type LineIndex, LineCounter } from './line-index.ts'
import type { FileObject } from './store.ts'
import type { UploadRow } from './upload-store.ts'

/** The bytes differ from the announced ones. */
export class OtherBytes extends Error {
  override name = 'OtherBytes'
}

const noLines: LineIndex = { lines: 0, step: 0, before: [] }

/**
 * Writes the bytes of an upload to the first store that accepts them, verifying them on the way; a store keeps nothing
 * of a failed stream. Calls `note` before an object can exist, and `failed` if storing it failed.
 */
export async function writeToStore(
  upload: UploadRow,
  stores: readonly PlacedStore[],
  parts: {
    bytes: () => Readable
    note: (object: FileObject) => Promise<void>
    failed: () => Promise<void>
  },
): Promise<FileObject & { index: LineIndex }> {
  let failure: unknown = new Error(`agency ${upload.agency_id} has no store`)
  for (const { place, store } of stores) {
    const object = { place, object_name: objectName(upload) }
    const lines = upload.kind === 'log' ? new LineCounter(upload.size) : undefined
    await parts.note(object)
    try {
      await store.write(object.object_name, checked(parts.bytes(), upload.sha256, lines))
      return { ...object, index: lines?.done() ?? noLines }
    } catch (error) {
      await parts.failed()
      if (!(error instanceof StoreError)) throw error
      failure = error
    }
  }
  throw failure
}

/** An object name that contains no text from agencies' software; each version of a file gets a new one. */
function objectName({ agency_id, kind }: UploadRow): string {
  return `${padAgencyId(agency_id)}/${kind}/${randomUUID()}`
}

/** Passes the bytes through; fails at the end if they differ from the announced ones. */
function checked(bytes: Readable, sha256: string, lines: LineCounter | undefined): Readable {
  const digest = createHash('sha256')
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk)
      lines?.add(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(digest.digest('hex') === sha256 ? null : new OtherBytes('not the announced digest'))
    },
  })
  return pipeline(bytes, check, () => undefined)
}
