import type { BlockBlobClient, ContainerClient, RestError } from '@azure/storage-blob'
import { Readable } from 'node:stream'
import {
  type ByteRange,
  watchFailure,
  type ObjectStore,
  splitName,
  StoreError,
  type StoredObject,
  type StoreProblem,
} from './object-store.ts'
import { Silence } from './silence.ts'

const blockBytes = 4 * 1024 * 1024
const blocksAtOnce = 2
/** Timeout of a check, for which a person waits. */
const checkMs = 5_000
/** Timeouts of our own, because the library only tells the service of its `tryTimeoutInMs` and waits without end. */
const usualLimits = {
  /** For an answer to begin, and for its next bytes. */
  answerMs: 10_000,
  /** For sending a block. */
  blockMs: 120_000,
}
/** The library's default tries four times, with up to two minutes in between. */
const retryOptions = { maxTries: 2, retryDelayInMs: 200, tryTimeoutInMs: 30_000 }

/** Checked by name, so that the library, which takes forty megabytes, is only loaded if an account is configured. */
const isRestError = (error: unknown): error is RestError => (error as Error).name === 'RestError'

/** A missing account has no DNS entry; in the emulator it is a resource that is not found. */
function toProblem(error: unknown): StoreProblem {
  if (!isRestError(error)) return (error as Error).name === 'AbortError' ? 'unreachable' : 'config'
  if (error.statusCode === 403) return 'auth'
  const named = error.response?.headers.get('x-ms-error-code') ?? error.code
  return error.statusCode === 404 && named === 'ContainerNotFound' ? 'missing' : 'unreachable'
}

const isAbsent = (error: unknown): boolean => isRestError(error) && error.statusCode === 404

/** Objects as blobs of one container of an Azure storage account. */
export class BlobStore implements ObjectStore {
  readonly #connection: string
  readonly #name: string
  readonly #limits: typeof usualLimits
  #made: ContainerClient | undefined

  constructor(connection: string, container: string, limits = usualLimits) {
    this.#connection = connection
    this.#name = container
    this.#limits = limits
  }

  async head(name: string): Promise<StoredObject | null> {
    const blob = await this.#blob(name)
    return orAbsent(async () => {
      const { contentLength = 0, lastModified = new Date(0) } = await blob.getProperties(this.#inTime())
      return { size: contentLength, storedAt: lastModified }
    })
  }

  async read(name: string, range?: ByteRange): Promise<Readable | null> {
    const blob = await this.#blob(name)
    const silence = new Silence(this.#limits.answerMs)
    return orAbsent(async () => {
      try {
        const part = range === undefined ? undefined : range.end - range.start + 1
        const options = { abortSignal: silence.signal }
        const { readableStreamBody } = await blob.download(range?.start ?? 0, part, options)
        if (readableStreamBody === undefined) throw new Error('a download without a body')
        return untilSilence(readableStreamBody as Readable, silence)
      } finally {
        silence.end()
      }
    })
  }

  async write(name: string, body: Readable): Promise<void> {
    const bodyFailure = watchFailure(body)
    const blob = await this.#blob(name)
    const silence = new Silence(this.#limits.blockMs)
    try {
      await (await this.#container()).createIfNotExists(this.#inTime())
      // Blocks become a blob only when all of them have arrived. The library does not abort the sending of one.
      const sent = blob.uploadStream(body, blockBytes, blocksAtOnce, {
        blobHTTPHeaders: { blobContentType: 'application/octet-stream' },
        abortSignal: silence.signal,
        onProgress: () => silence.wait(),
      })
      await silence.over(sent)
    } catch (error) {
      body.destroy()
      throw bodyFailure() ?? new StoreError(toProblem(error), error)
    } finally {
      silence.end()
    }
  }

  async remove(name: string): Promise<boolean> {
    const blob = await this.#blob(name)
    try {
      const { succeeded } = await blob.deleteIfExists(this.#inTime())
      return succeeded
    } catch (error) {
      if (isAbsent(error)) return false
      throw new StoreError(toProblem(error), error)
    }
  }

  async setUp(): Promise<void> {
    const container = await this.#container()
    try {
      await container.createIfNotExists({ abortSignal: AbortSignal.timeout(checkMs) })
    } catch (error) {
      throw new StoreError(toProblem(error), error)
    }
  }

  async check(): Promise<StoreProblem | undefined> {
    try {
      // Not exists(), which reports a missing account as merely absent.
      await (await this.#container()).getProperties({ abortSignal: AbortSignal.timeout(checkMs) })
      return undefined
    } catch (error) {
      return error instanceof StoreError ? error.problem : toProblem(error)
    }
  }

  #inTime(): { abortSignal: AbortSignal } {
    return { abortSignal: AbortSignal.timeout(this.#limits.answerMs) }
  }

  async #container(): Promise<ContainerClient> {
    const { BlobServiceClient } = await import('@azure/storage-blob')
    try {
      this.#made ??= BlobServiceClient.fromConnectionString(this.#connection, {
        retryOptions,
      }).getContainerClient(this.#name)
      return this.#made
    } catch (error) {
      throw new StoreError('config', error)
    }
  }

  async #blob(name: string): Promise<BlockBlobClient> {
    return (await this.#container()).getBlockBlobClient(splitName(name).join('/'))
  }
}

/** The bytes of a body, as long as they keep coming; the time that the reader takes does not count. */
function untilSilence(body: Readable, silence: Silence): Readable {
  const bytes = Readable.from(listen(body, silence), { objectMode: false })
  // Also if nothing was read.
  return bytes.once('close', () => body.destroy())
}

async function* listen(body: Readable, silence: Silence): AsyncGenerator<Buffer> {
  try {
    silence.wait()
    for await (const chunk of body) {
      silence.end()
      yield chunk as Buffer
      silence.wait()
    }
  } finally {
    silence.end()
  }
}

async function orAbsent<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (isAbsent(error)) return null
    throw new StoreError(toProblem(error), error)
  }
}
