import type { Returned } from '@agency-support/contract/answer'
import type { AnyCall, In, RefusalName, RoomCalls } from '@agency-support/contract/call'
import type { z } from 'zod'
import type { ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'
import type { ServerConfig } from '../config.ts'
import type { ReadDb, Tx } from '../db/open.ts'
import type { NewEntry } from '../journal/append.ts'
import type { LiveHub } from '../journal/live-hub.ts'
import type { Log } from '../log.ts'
import type { Session } from './find-session.ts'
import type { Refusal } from './refusal.ts'

/** Things that live as long as the process. */
export interface Services {
  config: ServerConfig
  clock: Clock
  live: LiveHub
  log: Log
}

/**
 * Bytes a handler writes itself: a finished body, a file that is read as the browser takes it (its name plain
 * ASCII without quotes), or the response taken over for as long as it lives.
 */
export type RawBody =
  | { body: string | Buffer }
  | { stream: AsyncIterable<string | Buffer>; fileName: string }
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
  session: C['access'] extends 'agent' ? null : C['access'] extends 'anyone' ? Session | null : Session
  request: RequestFacts
  /** `throw ctx.refuse('stale', {…})`; only reasons the call declares. */
  refuse<R extends RefusalName<C>>(...args: RefusalArgs<C, R>): Refusal
  /** Sets the envelope's message, for an answer that needs a remark. */
  say(message: string): void
  /** Sets or clears the session cookie of the answer. */
  setSessionToken(token: string | null): void
}

/** What a handler may know of the request itself. */
export interface RequestFacts {
  id: string
  address: string
  userAgent: string
  lastEventId: string | undefined
}

type EventOf<C extends AnyCall> = C['events'][number]['name']

/** Appends rows of the record; only events the call declares. */
export interface Appends<C extends AnyCall> {
  append(entry: NewEntry<EventOf<C>>): Promise<void>
}

/** A transaction opened by a call that speaks to something slow. */
export type OwnTransaction<C extends AnyCall> = Appends<C> & { tx: Tx }

type Powers<C extends AnyCall> = C['kind'] extends 'read'
  ? { db: ReadDb }
  : C['kind'] extends 'audited'
    ? { db: ReadDb } & Appends<C>
    : C['kind'] extends 'signal'
      ? { tx: Tx }
      : C['outside'] extends true
        ? {
            db: ReadDb
            transaction<T>(work: (own: OwnTransaction<C>) => Promise<T>): Promise<T>
            /** For state that is no part of the record, such as counters of attempts. */
            bookkeeping<T>(work: (tx: Tx) => Promise<T>): Promise<T>
          }
        : { tx: Tx } & Appends<C>

/** What a handler works with; a read has no way to write, a write no way around its transaction. */
export type Ctx<C extends AnyCall> = Common<C> & Powers<C>

/** The function behind one call. */
export type Handler<C extends AnyCall> = (
  input: In<C>,
  ctx: Ctx<C>,
) => Promise<Returned<C['answer'], RawBody>> | Returned<C['answer'], RawBody>

/** All handlers of a room; a missing one does not compile. */
export type Handlers<M extends RoomCalls> = { readonly [K in keyof M]: Handler<M[K]> }

/** A handler whose call is no longer known to the compiler, as the pipeline holds it. */
export type AnyHandler = (input: never, ctx: never) => unknown
