import type { Answer, Many, One, Returned } from '@agency-support/contract/answer'
import type { Judged } from '@agency-support/contract/entries'
import type { AnyCall, In, RefusalName, ModuleCalls } from '@agency-support/contract/call'
import type { z } from 'zod'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Clock } from '../lib/clock.ts'
import type { ServerConfig } from '../settings/config.ts'
import type { ReadDb, Tx } from '../db/open.ts'
import type { JsonValue } from '../db/types.ts'
import type { NewEntry } from '../journal/append.ts'
import type { LiveHub } from '../journal/live-hub.ts'
import type { Log } from '../lib/log.ts'
import type { Breaker } from '../providers/breaker.ts'
import type { StoreResolver } from '../providers/object-store.ts'
import type { Providers } from '../providers/providers.ts'
import type { Session } from '../auth/find-session.ts'
import type { ServiceHosts } from './service-hosts.ts'
import type { Refusal } from './refusal.ts'
import type { KeyGuesses } from '../auth/key-guesses.ts'
import type { KeyUses } from '../auth/key-uses.ts'
import type { OwnProcess } from './own-process.ts'
import type { UnsavedSessions } from '../auth/unsaved-sessions.ts'
import type { WrittenJson } from './written-json.ts'

/** Runs work in a separate transaction, for state that is not journalled, such as counters of attempts. */
export type Bookkeeping = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Saves heartbeats of agencies' software, many in one statement. */
export interface Presence {
  /** Resolves when it is saved. */
  note(
    seen: { agencyId: number; at: Date; versionDisplay?: string; hostName?: string },
    bookkeeping: Bookkeeping,
  ): Promise<void>
}

/** A kind of work at a provider, as seen by the modules that add such work. */
export interface KindOfWork<Input extends JsonValue, Progress extends JsonValue> {
  /** Module and name, such as 'esign.close'. */
  name: string
  input: z.ZodType<Input>
  progress: z.ZodType<Progress>
}

/** What to do at a provider, with which progress to begin, and who asks for it. */
export interface NewWork<Input extends JsonValue, Progress extends JsonValue> {
  agencyId: number
  input: Input
  progress: Progress
  by: string
}

/** Work at providers that takes more than one step, added in the transaction of a change (D-34). */
export interface OutsideWork {
  /** Adds work that starts after the commit; false if work of this kind is already in progress for the agency. */
  add<I extends JsonValue, P extends JsonValue>(
    tx: Tx,
    kind: KindOfWork<I, P>,
    work: NewWork<I, P>,
  ): Promise<boolean>
  /** Replaces the input of the work in progress and restarts it; false if there is none. */
  replace<I extends JsonValue, P extends JsonValue>(
    tx: Tx,
    kind: KindOfWork<I, P>,
    work: NewWork<I, P>,
  ): Promise<boolean>
  /** Makes the next step of work due now, or repeats the one under way, because the provider has made progress. */
  wake(tx: Tx, kind: { name: string }, agencyId: number): Promise<void>
}

/** Objects that live as long as the process, including the providers. */
export interface Services extends Providers {
  config: ServerConfig
  clock: Clock
  live: LiveHub
  log: Log
  /** Session updates that could not be saved while the database accepts no changes. */
  unsaved: UnsavedSessions
  presence: Presence
  /** When the keys of agencies' software were last used. */
  keyUses: KeyUses
  /** Counts wrong agency keys. */
  keyGuesses: KeyGuesses
  /** Finds the store in which an agency's files are kept. */
  stores: StoreResolver
  /** The breaker of each provider, by the provider's name. */
  breakers: ReadonlyMap<string, Breaker>
  /** This process, and the figures it reports about itself. */
  own: OwnProcess
  /** Hosts that answer groups of calls for us. */
  serviceHosts: ServiceHosts
  /** Work at providers that continues after the answer. */
  outsideWork: OutsideWork
}

/**
 * Bytes that a handler writes itself: a complete body; a file streamed as fast as the browser reads, with its own
 * headers; or the raw response, taken over until it ends.
 */
export type RawBody =
  | { body: string | Buffer }
  | {
      stream: AsyncIterable<string | Buffer> | readonly Buffer[]
      headers: Readonly<Record<string, string>>
      /** 200 by default; another status for a range, or for no content. */
      status?: number
    }
  | { takeOver: (response: ServerResponse) => void }

type RefusalArgs<C extends AnyCall, R extends RefusalName<C>> = C['refusals'][R] extends readonly [
  number,
  string,
  infer Shape extends z.ZodType,
]
  ? [reason: R, data: z.input<Shape>]
  : [reason: R]

interface Common<C extends AnyCall> {
  services: Services
  /** The time of this request, the same for everything it does. */
  now: Date
  session: C['access'] extends 'agent' | 'provider'
    ? null
    : C['access'] extends 'anyone'
      ? Session | null
      : Session
  /** The agency whose software calls; inputs of its calls contain no agency id. */
  agencyId: C['access'] extends 'agent' ? number : null
  request: RequestFacts
  /** Verdicts on the list that the call judges entry by entry; empty for calls without one. */
  judged: C['access'] extends 'agent' ? readonly Judged[] : readonly never[]
  /** `throw ctx.refuse('stale', {…})`; only reasons that the call declares. */
  refuse<R extends RefusalName<C>>(...args: RefusalArgs<C, R>): Refusal
  /** Sets the envelope's message, for an answer that needs a remark. */
  say(message: string): void
  /** Sets the session cookie of the answer. */
  setSessionToken(token: string): void
  /** Makes the browser of this request a known browser of this person. */
  rememberBrowser(staffId: number): void
}

/** What a handler may know about its request. */
export interface RequestFacts {
  id: string
  /** Calls back when the answer is sent or the caller has hung up, for a handler that waits. */
  whenGone(callback: () => void): void
  /** Client address, without a port. */
  address: string
  /** The unit of rate limits: the IPv4 address, or the /64 of an IPv6 address. */
  network: string
  /** The id of this browser, if this person signed in with it in the last thirty days. */
  getBrowserId(staffId: number): string | undefined
  userAgent: string
  lastEventId: string | undefined
  /** The Range header: which part of a file is requested. */
  range: string | undefined
  /** The If-Range header: the part is sent only if the version matches, otherwise the whole file. */
  ifRange: string | undefined
  /** The bytes of an upload, readable once; undefined for every other call. */
  upload: Readable | undefined
  /** The file of a multipart form; undefined for every other call. */
  file: Buffer | undefined
}

type EventOf<C extends AnyCall> = C['events'][number]['name']

/** Appends journal rows; only events that the call declares. */
export interface Appends<C extends AnyCall> {
  append(entry: NewEntry<EventOf<C>>): Promise<void>
}

/** A transaction of a call. */
interface InTransaction {
  tx: Tx
  /** Announces a change that is not journalled, such as progress, once it is committed. */
  hint(module: string, agencyId: number): void
}

/** A transaction opened by a call that also waits for something slow. */
export type OwnTransaction<C extends AnyCall> = Appends<C> & InTransaction

interface OutsidePowers<C extends AnyCall> {
  db: ReadDb
  transaction<T>(work: (own: OwnTransaction<C>) => Promise<T>): Promise<T>
  bookkeeping: Bookkeeping
}

type Powers<C extends AnyCall> = C['kind'] extends 'read'
  ? { db: ReadDb }
  : C['kind'] extends 'audited'
    ? { db: ReadDb } & Appends<C>
    : C['kind'] extends 'signal'
      ? C['outside'] extends true
        ? Pick<OutsidePowers<C>, 'db' | 'bookkeeping'>
        : C['events'] extends readonly never[]
          ? InTransaction
          : InTransaction & Appends<C>
      : C['outside'] extends true
        ? OutsidePowers<C>
        : InTransaction & Appends<C>

/** What a handler works with; a read cannot write, and a write cannot bypass its transaction. */
export type Ctx<C extends AnyCall> = Common<C> & Powers<C>

/** What a handler returns; items may be JSON written by the database. */
type Answered<A extends Answer> = Returned<A, RawBody> | (A extends One | Many ? WrittenJson : never)

/** The function that carries out one call. */
export type Handler<C extends AnyCall> = (
  input: In<C>,
  ctx: Ctx<C>,
) => Promise<Answered<C['answer']>> | Answered<C['answer']>

/** All handlers of a module; a missing one does not compile. */
export type Handlers<M extends ModuleCalls> = { readonly [K in keyof M]: Handler<M[K]> }

/** A handler whose call the compiler no longer knows, as the pipeline stores it. */
export type AnyHandler = (input: never, ctx: never) => unknown
