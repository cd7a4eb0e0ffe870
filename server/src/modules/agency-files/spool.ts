import { constants, createReadStream } from 'node:fs'
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getErrorCode } from '../../lib/error-code.ts'

/** More bytes arrived than were announced. */
export class TooManyBytes extends Error {
  override name = 'TooManyBytes'
}

const chunkBytes = 256 * 1024

/** The folder for unfinished uploads; the length of a file says how many bytes have arrived. */
export class Spool {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  // Upload ids are made by us, and requests are checked to contain a UUID.
  #path(uploadId: string): string {
    return join(this.#folder, uploadId)
  }

  /** Bytes that have arrived; 0 if none have or the spool was lost. */
  async size(uploadId: string): Promise<number> {
    try {
      return (await stat(this.#path(uploadId))).size
    } catch (error) {
      if (getErrorCode(error) === 'ENOENT') return 0
      throw error
    }
  }

  /**
   * Writes at most `room` bytes at `offset` as they arrive; what was written before a failure stays. Concurrent writers
   * of one upload write the same bytes to the same positions, which is harmless.
   */
  async append(uploadId: string, offset: number, body: Readable, room: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const file = await open(this.#path(uploadId), constants.O_WRONLY | constants.O_CREAT, 0o600)
    await pipeline(body, limiter(room), file.createWriteStream({ start: offset }))
  }

  /** The whole file, for a small one. */
  bytes(uploadId: string): Promise<Buffer> {
    return readFile(this.#path(uploadId))
  }

  /** The file as a stream; works for an empty upload, which has no file. */
  stream(uploadId: string, size: number): Readable {
    return size === 0
      ? Readable.from([])
      : createReadStream(this.#path(uploadId), { highWaterMark: chunkBytes })
  }

  async remove(uploadId: string): Promise<void> {
    await rm(this.#path(uploadId), { force: true })
  }
}

function limiter(room: number): Transform {
  let left = room
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      if (left < 0) done(new TooManyBytes('more bytes than were announced'))
      else done(null, chunk)
    },
  })
}
