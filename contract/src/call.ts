import type { z } from 'zod'
import type { Answer } from './answer.ts'
import type { EventDef } from './event.ts'
import type { PermissionId } from './permissions.ts'
import type { Wire } from './wire.ts'

/**
 * What a call does to the world.
 * `read` changes nothing; `audited` reads and appends its journal row before the first byte;
 * `write` changes something and appends its rows in the same transaction;
 * `signal` writes state of its own (renew, heartbeat) and appends nothing (D-03).
 */
export type Kind = 'read' | 'audited' | 'write' | 'signal'

/**
 * Who may call. `restricted` admits a session whose password must be changed first;
 * `session` any full session; `staff` one that holds CanAccess (D-06);
 * `agent` the agencies' own software, by its key instead of a session; `provider` a provider's webhook, by its proof.
 */
export type Access = 'anyone' | 'restricted' | 'session' | 'staff' | 'agent' | 'provider'

/** Which throttle a call falls under; `signin` counts by place on the network, `usual` by session. */
export type RateClass = 'signin' | 'usual'

/** Longest body of a call in bytes, unless the call says so itself; and of one that is open to anybody, as sign-in is. */
export const usualBody = 64 * 1024
const openBody = 8 * 1024
/** Longest body of a report that tells everything of an agency anew. */
export const reportBody = 1024 * 1024
/**
 * Longest body of a list of at most so many entries, of so many characters of text each: a character takes up to three
 * bytes of UTF-8, and names, numbers and instants of an entry a kilobyte.
 */
export function listBody(entries: number, characters: number): number {
  return entries * (3 * characters + 1024)
}
/** Longest body of a webhook. */
const hookBody = 4 * 1024 * 1024

/** A declared refusal: code, sentence with {placeholders} taken from the data item, and that item's shape. */
export type RefusalDef = readonly [code: number, says: string, data?: z.ZodType]
export type Refusals = Readonly<Record<string, RefusalDef>>

/** Permissions beyond CanAccess; may be a pure function of the parsed input (D-07). */
export type Needs<I extends z.ZodType> =
  | readonly PermissionId[]
  | ((input: z.output<I>) => readonly PermissionId[])

/** Whether a call asks for a recent sign-in. */
export type Recent<I extends z.ZodType> = boolean | ((input: z.output<I>) => boolean)

/** Only what is open to staff alone can ask for more. */
interface Gate<I extends z.ZodType, X extends Access> {
  access: X
  needs?: X extends 'staff' ? Needs<I> : never
  /** Its answer grows with the whole product: a person makes one at a time, a process two; who is too many gets 429. */
  heavy?: X extends 'staff' ? boolean : never
  /**
   * Names the list in the input whose entries are judged one by one, and what they are called (D-107): for reports of
   * agencies' software alone. What was left out is named in the answer.
   */
  judged?: X extends 'agent' ? JudgedList : never
}

interface Common<I extends z.ZodType, A extends Answer, R extends Refusals> {
  /** One sentence for a person who reads the list of calls. */
  about: string
  at: Wire
  input: I
  answer: A
  refusals?: R
  rate?: RateClass
  /** Longest body in bytes, where it is longer than {@link usualBody}. */
  maxBody?: number
  /**
   * Asks for a sign-in or step-up of the last quarter of an hour; without one code 428 opens the step-up. May be a
   * pure function of the parsed input.
   */
  recent?: Recent<I>
  /** It only reads, and much of it: where the installation has a replica of its database, that is asked. */
  replica?: boolean
  /** Ends the session: the cookie is taken back whatever comes of it, and what cannot be saved now is saved later. */
  signsOut?: boolean
}

/** A list whose entries are judged one by one. */
export interface JudgedList {
  list: string
  noun: string
}

type Journalled<E extends EventDef> = { event: E | readonly E[] }

/** A call of the contract: one value from which route, checks, journal, client and docs follow. */
export interface Call<
  K extends Kind = Kind,
  I extends z.ZodType = z.ZodType,
  A extends Answer = Answer,
  R extends Refusals = Refusals,
  E extends EventDef = EventDef,
  Outside extends boolean = boolean,
  X extends Access = Access,
> {
  /** The module it belongs to and its short name there. */
  module: string
  name: string
  kind: K
  about: string
  at: Wire
  access: X
  needs: readonly PermissionId[] | ((input: never) => readonly PermissionId[])
  input: I
  answer: A
  refusals: R
  events: readonly E[]
  outside: Outside
  rate: RateClass
  /** Longest body in bytes; an upload is bounded by what was announced instead. */
  maxBody: number
  recent: boolean | ((input: never) => boolean)
  heavy: boolean
  replica: boolean
  signsOut: boolean
  judged: JudgedList | undefined
}

/** A call of whatever kind and shape. */
export type AnyCall = Call

type NoRefusals = Record<never, RefusalDef>

function define<
  K extends Kind,
  I extends z.ZodType,
  A extends Answer,
  R extends Refusals,
  E extends EventDef,
  O extends boolean,
  X extends Access,
>(
  kind: K,
  outside: O,
  spec: Common<I, A, R> & Gate<I, X> & { event?: E | readonly E[] },
): Call<K, I, A, R, E, O, X> {
  const events = spec.event === undefined ? [] : Array.isArray(spec.event) ? spec.event : [spec.event as E]
  return {
    module: '',
    name: '',
    kind,
    outside,
    about: spec.about,
    at: spec.at,
    access: spec.access,
    needs: spec.needs ?? [],
    input: spec.input,
    answer: spec.answer,
    refusals: spec.refusals ?? ({} as R),
    events,
    rate: spec.rate ?? 'usual',
    maxBody:
      spec.maxBody ??
      (spec.access === 'anyone' ? openBody : spec.access === 'provider' ? hookBody : usualBody),
    recent: spec.recent ?? false,
    heavy: spec.heavy ?? false,
    replica: spec.replica ?? false,
    signsOut: spec.signsOut ?? false,
    judged: spec.judged,
  }
}

/** A call that changes nothing; its handler gets a read-only connection. */
export function read<
  I extends z.ZodType,
  A extends Answer,
  X extends Access,
  const R extends Refusals = NoRefusals,
>(spec: Common<I, A, R> & Gate<I, X>): Call<'read', I, A, R, never, false, X> {
  return define('read', false, spec)
}

/** A call that reads something worth recording; the journal row is committed before the first byte. */
export function audited<
  I extends z.ZodType,
  A extends Answer,
  E extends EventDef,
  X extends Access,
  const R extends Refusals = NoRefusals,
>(spec: Common<I, A, R> & Gate<I, X> & Journalled<E>): Call<'audited', I, A, R, E, false, X> {
  return define('audited', false, spec)
}

/**
 * A call that changes something, in one transaction with its journal rows.
 * With `outside: true` it speaks to something slow (a provider, a password hash): it gets no transaction
 * but `ctx.transaction()`, so that none stays open while it waits.
 */
export function write<
  I extends z.ZodType,
  A extends Answer,
  E extends EventDef,
  X extends Access,
  const R extends Refusals = NoRefusals,
  const O extends boolean = false,
>(spec: Common<I, A, R> & Gate<I, X> & Journalled<E> & { outside?: O }): Call<'write', I, A, R, E, O, X> {
  return define('write', (spec.outside ?? false) as O, spec)
}

/**
 * A call that keeps state of its own and is not part of the record, such as renew. With `outside: true` it
 * waits for something: it gets no transaction but `ctx.bookkeeping()`, so that none stays open meanwhile.
 */
export function signal<
  I extends z.ZodType,
  A extends Answer,
  X extends Access,
  const R extends Refusals = NoRefusals,
  const O extends boolean = false,
>(spec: Common<I, A, R> & Gate<I, X> & { outside?: O }): Call<'signal', I, A, R, never, O, X> {
  return define('signal', (spec.outside ?? false) as O, spec)
}

/** A signal that may append what is out of the ordinary, such as a report that is not understood. */
export function signalWithEvents<
  I extends z.ZodType,
  A extends Answer,
  E extends EventDef,
  X extends Access,
  const R extends Refusals = NoRefusals,
>(spec: Common<I, A, R> & Gate<I, X> & Journalled<E>): Call<'signal', I, A, R, E, false, X> {
  return define('signal', false, spec)
}

/** The calls of one module by their short names. */
export type ModuleCalls = Readonly<Record<string, AnyCall>>

/** Makes the calls of a module: each learns the module and its own short name. */
export function moduleCalls<M extends ModuleCalls>(name: string, calls: M): M {
  const placed = Object.entries(calls).map(([short, call]) => [short, { ...call, module: name, name: short }])
  return Object.fromEntries(placed) as M
}

/** A call's input as its handler receives it. */
export type In<C extends AnyCall> = z.output<C['input']>

/** A call's input as the client gives it. */
export type ClientIn<C extends AnyCall> = z.input<C['input']>

/** The names of a call's declared refusals. */
export type RefusalName<C extends AnyCall> = keyof C['refusals'] & string

/** The permissions a call needs for this input, CanAccess not repeated. */
export function getNeeds(call: AnyCall, input: unknown): readonly PermissionId[] {
  return typeof call.needs === 'function' ? call.needs(input as never) : call.needs
}

/** True when the call asks for a recent sign-in for this input. */
export function asksRecent(call: AnyCall, input: unknown): boolean {
  return typeof call.recent === 'function' ? call.recent(input as never) : call.recent
}
