import type { Readable } from 'node:stream'
import { getErrorCode } from '../lib/error-code.ts'

/** Metadata of an object. */
export interface StoredObject {
  size: number
  storedAt: Date
}

/** Bytes from `start` to `end`, inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** Problem of a store: invalid settings, not reachable, credentials refused, or not set up. */
export type StoreProblem = 'config' | 'unreachable' | 'auth' | 'missing'

/** A store failed; the cause is only for the log. */
export class StoreError extends Error {
  override name = 'StoreError'
  readonly problem: StoreProblem
  constructor(problem: StoreProblem, cause: unknown) {
    super(`the file store failed: ${problem}`, { cause })
    this.problem = problem
  }
}

/**
 * A place for files: the container of a pool or of one agency, or a local folder instead. Object names are made by us,
 * parts of `A-Z a-z 0-9 . _ -` joined by slashes; any other name throws. Failures are StoreErrors.
 */
export interface ObjectStore {
  /** Null if there is no such object. */
  head(name: string): Promise<StoredObject | null>
  /** The object or a range of it, as a stream that the caller must read or destroy; null if there is none. */
  read(name: string, range?: ByteRange): Promise<Readable | null>
  /** Stores all of `body` or, if `body` fails, nothing. Sets the store up if necessary. */
  write(name: string, body: Readable): Promise<void>
  /** False if there was none. */
  remove(name: string): Promise<boolean>
  /** Creates the container or folder; idempotent. */
  setUp(): Promise<void>
  /** Undefined if the store is usable. */
  check(): Promise<StoreProblem | undefined>
}

/** The name of a store in the table of files: `pool 3` or `agency 6938`. */
export type Place = string

/** A store with its name. */
export interface PlacedStore {
  place: Place
  store: ObjectStore
}

/** The agency's settings that determine where its files go. */
export interface StorageOf {
  agencyId: number
  poolId: number
  /** 0 agency, 1 pool, 2 pool then agency; 3 and 4 equal 1 and 2, but were set by a systems flag. */
  mode: number
}

/** Finds the stores of an agency. */
export interface StoreResolver {
  /** The stores for new files, the first choice first. */
  forAgency(agency: StorageOf): PlacedStore[]
  /** The store of a listed file. */
  at(place: Place): ObjectStore
  /** Like the store's own check, but cached for some seconds; `busy` if too many stores are being checked. */
  check(store: PlacedStore): Promise<StoreProblem | 'busy' | undefined>
  /** Like the store's own; clears the cached check. */
  setUp(store: PlacedStore): Promise<void>
}

const part = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** The parts of an object name. Throws for anything that could lead elsewhere. */
export function splitName(name: string): string[] {
  const parts = name.split('/')
  if (name.length <= 200 && parts.every((one) => part.test(one))) return parts
  throw new Error('not a name of this store')
}

/** True if a file or an object could not be written for lack of space: a full disk or an exhausted quota. */
export function isDiskFull(error: unknown): boolean {
  const code = getErrorCode(error instanceof StoreError ? error.cause : error)
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** Knows afterwards whether the stream itself failed, rather than the store it was written to. */
export function watchFailure(body: Readable): () => Error | undefined {
  let failure: Error | undefined
  body.once('error', (error) => {
    failure = error
  })
  return () => failure
}
