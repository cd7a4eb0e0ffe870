import type { Readable } from 'node:stream'

/** What a store tells of an object without reading it. */
export interface StoredObject {
  size: number
  storedAt: Date
}

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** What is wrong with a store: no usable settings, not reachable, our credentials refused, not set up. */
export type StoreProblem = 'config' | 'unreachable' | 'auth' | 'missing'

/** A store did not do what it was asked; the cause is for the log only. */
export class StoreError extends Error {
  override name = 'StoreError'
  readonly problem: StoreProblem
  constructor(problem: StoreProblem, cause: unknown) {
    super(`the file store failed: ${problem}`, { cause })
    this.problem = problem
  }
}

/**
 * Where files are kept: the container of a pool or of one agency, or a folder standing in for it. Names are
 * ours, parts of `A-Z a-z 0-9 . _ -` joined by slashes; every other name throws. Failures are StoreErrors.
 */
export interface ObjectStore {
  /** Null when there is no such object. */
  head(name: string): Promise<StoredObject | null>
  /** The object or a part of it as a stream that the caller must read or destroy; null when there is none. */
  read(name: string, range?: ByteRange): Promise<Readable | null>
  /** Keeps all of `body` under the name or, when `body` fails, nothing at all. Sets the store up if it has to. */
  write(name: string, body: Readable): Promise<void>
  /** False when there was none. */
  remove(name: string): Promise<boolean>
  /** Makes the container or folder; silent when it is there. */
  setUp(): Promise<void>
  /** Undefined when the store can be used. */
  check(): Promise<StoreProblem | undefined>
}

/** An account's name for the table of files: `pool 3` or `agency 6938`. */
export type Place = string

/** A store with its name. */
export interface PlacedStore {
  place: Place
  store: ObjectStore
}

/** Which agency is asked for, and what its configuration says about its files. */
export interface StorageOf {
  agencyId: number
  poolId: number
  /** 0 agency, 1 pool, 2 pool then agency; 3 and 4 are 1 and 2 by a systems flag. */
  mode: number
}

/** Finds the stores of an agency. */
export interface StoreResolver {
  /** Where new files go, the first choice first. */
  forAgency(agency: StorageOf): PlacedStore[]
  /** The store that a listed file lies in. */
  at(place: Place): ObjectStore
  /** As the store's own check, but an answer of the last seconds counts; `busy` when too many are checked. */
  check(store: PlacedStore): Promise<StoreProblem | 'busy' | undefined>
  /** As the store's own; a check afterwards asks anew. */
  setUp(store: PlacedStore): Promise<void>
}

const part = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** The parts of a name of ours. Throws for anything that could lead elsewhere. */
export function splitName(name: string): string[] {
  const parts = name.split('/')
  if (name.length <= 200 && parts.every((one) => part.test(one))) return parts
  throw new Error('not a name of this store')
}

/** True when a file could not be written for want of room: a full disk or a used-up quota. */
export function isDiskFull(error: unknown): boolean {
  const code = (error as { code?: string } | undefined)?.code
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** Tells afterwards whether a stream itself failed, rather than the store it was written to. */
export function watchFailure(body: Readable): () => Error | undefined {
  let failure: Error | undefined
  body.once('error', (error) => {
    failure = error
  })
  return () => failure
}
