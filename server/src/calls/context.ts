import type { Answer, Many, One, Returned } from '@agency-support/contract/answer'
import type { Judged } from '@agency-support/contract/entries'
import type { AnyCall, In, RefusalName, ModuleCalls } from '@agency-support/contract/call'
import type { z } from 'zod'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Clock } from '../clock.ts'
import type { ServerConfig } from '../config.ts'
import type { ReadDb, Tx } from '../db/open.ts'
import type { JsonValue } from '../db/types.ts'
import type { NewEntry } from '../journal/append.ts'
import type { LiveHub } from '../journal/live-hub.ts'
import type { Log } from '../log.ts'
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

/** A transaction of its own for state that is no part of the record. */
export type Bookkeeping = (work: (tx: Tx) => Promise<void>) => Promise<void>

/** Writes down whose software was heard of, many at once. */
export interface Presence {
  /** Resolves once it is written down. */
  note(
    seen: { agencyId: number; at: Date; versionDisplay?: string; hostName?: string },
    bookkeeping: Bookkeeping,
  ): Promise<void>
}

/** A kind of work at a provider, as those who add one know it. */
export interface KindOfWork<Input extends JsonValue, Progress extends JsonValue> {
  /** Module and name, such as 'esign.close'. */
  name: string
  input: z.ZodType<Input>
  progress: z.ZodType<Progress>
}

/** What is to be done at a provider, where it begins, and who asks for it. */
export interface NewWork<Input extends JsonValue, Progress extends JsonValue> {
  agencyId: number
  input: Input
  progress: Progress
  by: string
}

/** Work at providers that needs more than one step, asked for in the transaction of a change (D-34). */
export interface OutsideWork {
  /** Adds a work that starts when the transaction is committed; false when one of its kind is under way for the agency. */
  add<I extends JsonValue, P extends JsonValue>(
    tx: Tx,
    kind: KindOfWork<I, P>,
    work: NewWork<I, P>,
  ): Promise<boolean>
  /** Gives the work that is under way another aim, from its beginning; false when none is under way. */
  replace<I extends JsonValue, P extends JsonValue>(
    tx: Tx,
    kind: KindOfWork<I, P>,
    work: NewWork<I, P>,
  ): Promise<boolean>
  /** Lets the next step of a waiting work be due at once: somebody heard that the provider is further. */
  wake(tx: Tx, kind: { name: string }, agencyId: number): Promise<void>
}

/** Things that live as long as the process, the providers among them. */
export interface Services extends Providers {
  config: ServerConfig
  clock: Clock
  live: LiveHub
  log: Log
  /** What could not be saved of sessions while the database takes no changes. */
  unsaved: UnsavedSessions
  presence: Presence
  /** Which keys of agencies' software were shown. */
  keyUses: KeyUses
  /** Which keys were shown that no agency has. */
  keyGuesses: KeyGuesses
  /** Where files of agencies are kept. */
  stores: StoreResolver
  /** The breaker of each provider that was opened, by the provider's name. */
  breakers: ReadonlyMap<string, Breaker>
  /** This process, and what it tells of itself. */
  own: OwnProcess
  /** Hosts that answer groups of calls in our place. */
  serviceHosts: ServiceHosts
  /** Work at providers that goes on after the answer. */
  outsideWork: OutsideWork
}

/**
 * Bytes a handler writes itself: a finished body, a file that is read as the browser takes it, with headers of
 * its own, or the response taken over for as long as it lives.
 */
export type RawBody =
  | { body: string | Buffer }
  | {
      stream: AsyncIterable<string | Buffer> | readonly Buffer[]
      headers: Readonly<Record<string, string>>
      /** 200 unless it is a part, or nothing at all. */
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
  /** The instant of this request; one instant for everything it does. */
  now: Date
  session: C['access'] extends 'agent' | 'provider'
    ? null
    : C['access'] extends 'anyone'
      ? Session | null
      : Session
  /** Whose software calls; inputs of its calls carry no agency id. */
  agencyId: C['access'] extends 'agent' ? number : null
  request: RequestFacts
  /** What became of the list that the call judges entry by entry; empty for one that judges none. */
  judged: C['access'] extends 'agent' ? readonly Judged[] : readonly never[]
  /** `throw ctx.refuse('stale', {…})`; only reasons the call declares. */
  refuse<R extends RefusalName<C>>(...args: RefusalArgs<C, R>): Refusal
  /** Sets the envelope's message, for an answer that needs a remark. */
  say(message: string): void
  /** Sets the session cookie of the answer. */
  setSessionToken(token: string): void
  /** Lets the answer's browser be known as one in which this person signed in. */
  rememberBrowser(staffId: number): void
}

/** What a handler may know of the request itself. */
export interface RequestFacts {
  id: string
  /** Tells when the answer is out or the caller has hung up, for a handler that waits. */
  whenGone(tell: () => void): void
  /** Where it comes from; never with a port. */
  address: string
  /** What counts as one place: the address, or the /64 that it lies in. */
  network: string
  /** The id of this browser, where this person signed in with it in the last thirty days. */
  getBrowserId(staffId: number): string | undefined
  userAgent: string
  lastEventId: string | undefined
  /** Which part of a file is asked for. */
  range: string | undefined
  /** The version that the part must be of, else the whole file is wanted. */
  ifRange: string | undefined
  /** The bytes of an upload, to be read once; undefined for every other call. */
  upload: Readable | undefined
  /** The file of a form; undefined for every other call. */
  file: Buffer | undefined
}

type EventOf<C extends AnyCall> = C['events'][number]['name']

/** Appends rows of the record; only events the call declares. */
export interface Appends<C extends AnyCall> {
  append(entry: NewEntry<EventOf<C>>): Promise<void>
}

/** A transaction opened by a call that speaks to something slow. */
export type OwnTransaction<C extends AnyCall> = Appends<C> & { tx: Tx }

interface OutsidePowers<C extends AnyCall> {
  db: ReadDb
  transaction<T>(work: (own: OwnTransaction<C>) => Promise<T>): Promise<T>
  /** For state that is no part of the record, such as counters of attempts. */
  bookkeeping<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

type Powers<C extends AnyCall> = C['kind'] extends 'read'
  ? { db: ReadDb }
  : C['kind'] extends 'audited'
    ? { db: ReadDb } & Appends<C>
    : C['kind'] extends 'signal'
      ? C['outside'] extends true
        ? Pick<OutsidePowers<C>, 'db' | 'bookkeeping'>
        : C['events'] extends readonly never[]
          ? { tx: Tx }
          : { tx: Tx } & Appends<C>
      : C['outside'] extends true
        ? OutsidePowers<C>
        : { tx: Tx } & Appends<C>

/** What a handler works with; a read has no way to write, a write no way around its transaction. */
export type Ctx<C extends AnyCall> = Common<C> & Powers<C>

/** What a call answers with; items may come as the database wrote them. */
type Answered<A extends Answer> = Returned<A, RawBody> | (A extends One | Many ? WrittenJson : never)

/** The function behind one call. */
export type Handler<C extends AnyCall> = (
  input: In<C>,
  ctx: Ctx<C>,
) => Promise<Answered<C['answer']>> | Answered<C['answer']>

/** All handlers of a module; a missing one does not compile. */
export type Handlers<M extends ModuleCalls> = { readonly [K in keyof M]: Handler<M[K]> }

/** A handler whose call is no longer known to the compiler, as the pipeline holds it. */
export type AnyHandler = (input: never, ctx: never) => unknown
