import { constants } from 'node:fs'
import { access, type FileHandle, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getErrorCode } from '../lib/error-code.ts'
import {
  type ByteRange,
  watchFailure,
  type ObjectStore,
  splitName,
  StoreError,
  type StoredObject,
  type StoreProblem,
} from './object-store.ts'

/** Large enough that a file of gigabytes does not take too many turns of the event loop. */
const chunkBytes = 256 * 1024

/** Errors that mean a missing object; ELOOP is a link in place of a file or folder. */
const absent = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

function toProblem(error: unknown): StoreProblem {
  const code = getErrorCode(error)
  if (code === 'ENOENT') return 'missing'
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? 'auth' : 'unreachable'
}

/** Objects as files in one folder; never touches anything outside of it, not even through a link. */
export class FileStore implements ObjectStore {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  async head(name: string): Promise<StoredObject | null> {
    const file = await this.#openPlain(name)
    if (file === null) return null
    await using _ = file
    const { size, mtime } = await file.stat()
    return { size, storedAt: mtime }
  }

  async read(name: string, range?: ByteRange): Promise<Readable | null> {
    const file = await this.#openPlain(name)
    return file === null ? null : file.createReadStream({ ...range, highWaterMark: chunkBytes })
  }

  async write(name: string, body: Readable): Promise<void> {
    const path = this.#getPath(name)
    const half = `${path}.part`
    const bodyFailure = watchFailure(body)
    let storeFailure: unknown
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Flushed before it gets its name, so that after a power failure the file is complete or absent.
      const file = (await open(half, 'w', 0o600)).createWriteStream({ flush: true })
      // A failed write also destroys the body; the first error is the cause.
      file.once('error', (error) => {
        if (bodyFailure() === undefined) storeFailure = error
      })
      await pipeline(body, file)
      await rename(half, path)
      await flushFolder(dirname(path))
    } catch (error) {
      body.destroy()
      // If cleaning up fails too, the original error says more.
      await rm(half, { force: true }).catch(() => undefined)
      const failed = storeFailure === undefined ? bodyFailure() : undefined
      throw failed ?? new StoreError(toProblem(error), error)
    }
  }

  async remove(name: string): Promise<boolean> {
    const path = this.#getPath(name)
    try {
      await rm(`${path}.part`, { force: true })
      await rm(path)
      return true
    } catch (error) {
      if (absent.has(getErrorCode(error) ?? '')) return false
      throw new StoreError(toProblem(error), error)
    }
  }

  async setUp(): Promise<void> {
    try {
      await mkdir(this.#root, { recursive: true, mode: 0o700 })
    } catch (error) {
      throw new StoreError(toProblem(error), error)
    }
  }

  async check(): Promise<StoreProblem | undefined> {
    try {
      if (!(await stat(this.#root)).isDirectory()) return 'config'
      await access(this.#root, constants.R_OK | constants.W_OK | constants.X_OK)
      return undefined
    } catch (error) {
      return toProblem(error)
    }
  }

  #getPath(name: string): string {
    return join(this.#root, ...splitName(name))
  }

  /** Opens a file without following links anywhere below the root. */
  async #openPlain(name: string): Promise<FileHandle | null> {
    const path = this.#getPath(name)
    const folders = splitName(name).slice(0, -1)
    try {
      if ((await realpath(dirname(path))) !== join(await realpath(this.#root), ...folders)) return null
      const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
      if ((await file.stat()).isFile()) return file
      await file.close()
      return null
    } catch (error) {
      if (absent.has(getErrorCode(error) ?? '')) return null
      throw new StoreError(toProblem(error), error)
    }
  }
}

async function flushFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  // Some file systems cannot flush a folder; the file itself is already safe.
  await folder.sync().catch(() => undefined)
}
