import type { z } from 'zod'
import type { Answer } from './answer.ts'
import type { EventDef } from './event.ts'
import type { PermissionId } from './permissions.ts'
import type { Wire } from './wire.ts'

/**
 * The effect of a call.
 * `read` changes nothing; `audited` reads, and commits its journal row before the first byte of the answer;
 * `write` changes something and appends its journal rows in the same transaction;
 * `signal` writes state that is not journalled (renew, heartbeat) (D-03).
 */
export type Kind = 'read' | 'audited' | 'write' | 'signal'

/**
 * Who may call. `restricted`: any session, even if its password must be changed first; `session`: any full session;
 * `staff`: a full session with CanAccess (D-06); `agent`: the agencies' own software, by its key; `provider`: a
 * provider's webhook, by its proof; `anyone`: no proof.
 */
export type Access = 'anyone' | 'restricted' | 'session' | 'staff' | 'agent' | 'provider'

/** How a call is rate-limited: `signin` counts by known browser or network, `usual` by session or agency. */
export type RateClass = 'signin' | 'usual'

/** Maximum body in bytes, unless the call sets another; and the maximum for calls open to anyone, such as sign-in. */
export const usualBody = 64 * 1024
const openBody = 8 * 1024
/** Maximum body of a report that replaces all of an agency's data of a kind. */
export const reportBody = 1024 * 1024
/**
 * Maximum body of a list with this many entries, each with this many characters of text: up to three bytes of UTF-8 per
 * character, and a kilobyte for an entry's names, numbers and instants.
 */
export function listBody(entries: number, characters: number): number {
  return entries * (3 * characters + 1024)
}
/** Maximum body of a webhook. */
const hookBody = 4 * 1024 * 1024

/** A declared refusal: code, sentence with {placeholders} filled from the data item, and that item's shape. */
export type RefusalDef = readonly [code: number, says: string, data?: z.ZodType]
export type Refusals = Readonly<Record<string, RefusalDef>>

/** Permissions needed besides CanAccess; may be a pure function of the parsed input (D-07). */
export type Needs<I extends z.ZodType> =
  | readonly PermissionId[]
  | ((input: z.output<I>) => readonly PermissionId[])

/** Whether a call requires a recent sign-in; may be a pure function of the parsed input. */
export type Recent<I extends z.ZodType> = boolean | ((input: z.output<I>) => boolean)

/** Conditions that only calls for staff, or for agents, may set. */
interface Gate<I extends z.ZodType, X extends Access> {
  access: X
  needs?: X extends 'staff' ? Needs<I> : never
  /** Its answer grows with all the product's data: one at a time per person, two per process; otherwise 429. */
  heavy?: X extends 'staff' ? boolean : never
  /**
   * The list in the input whose entries are judged one by one, and their name (D-107); only for reports of agencies'
   * software. The answer names the entries that were left out.
   */
  judged?: X extends 'agent' ? JudgedList : never
}

interface Common<I extends z.ZodType, A extends Answer, R extends Refusals> {
  /** One sentence for people who read the list of calls. */
  about: string
  at: Wire
  input: I
  answer: A
  refusals?: R
  rate?: RateClass
  /** Maximum body in bytes; by default {@link usualBody}, less for anyone and more for webhooks. */
  maxBody?: number
  /**
   * Requires a sign-in or step-up within the last 15 minutes; otherwise code 428 starts a step-up. May be a pure
   * function of the parsed input.
   */
  recent?: Recent<I>
  /** A large read, which a replica of the database answers if the installation has one. */
  replica?: boolean
  /** Ends the session: the cookie is always deleted, and what cannot be saved now is saved later. */
  signsOut?: boolean
}

/** A list whose entries are judged one by one. */
export interface JudgedList {
  list: string
  noun: string
}

type Journalled<E extends EventDef> = { event: E | readonly E[] }

/** A call of the contract: one value from which route, checks, journal, client and docs are derived. */
export interface Call<
  K extends Kind = Kind,
  I extends z.ZodType = z.ZodType,
  A extends Answer = Answer,
  R extends Refusals = Refusals,
  E extends EventDef = EventDef,
  Outside extends boolean = boolean,
  X extends Access = Access,
> {
  /** The module it belongs to, and its short name there. */
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
  /** Maximum body in bytes; an upload is limited by its announced size instead. */
  maxBody: number
  recent: boolean | ((input: never) => boolean)
  heavy: boolean
  replica: boolean
  signsOut: boolean
  judged: JudgedList | undefined
}

/** A call of any kind and shape. */
export type AnyCall = Call

/** Fields of a declared call that only the server reads: the build of the console leaves them out. */
export type ServerField =
  | 'about'
  | 'event'
  | 'judged'
  | 'maxBody'
  | 'needs'
  | 'outside'
  | 'rate'
  | 'recent'
  | 'replica'

/** A call of any kind and shape, with what the console has of it. */
export type ClientCall = Omit<AnyCall, ServerField | 'events'>

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

/** A call that reads something worth recording; the journal row is committed before the first byte of the answer. */
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
 * With `outside: true` it waits for something slow (a provider, a password hash): instead of a transaction it gets
 * `ctx.transaction()`, so that none stays open while it waits.
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
 * A call that writes state that is not journalled, such as renew. With `outside: true` it waits for something: instead
 * of a transaction it gets `ctx.bookkeeping()`, so that none stays open meanwhile.
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

/** A signal that may append events for unusual cases, such as a report that was not understood. */
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

/** Declares the calls of a module; sets each call's module and short name. */
export function moduleCalls<M extends ModuleCalls>(name: string, calls: M): M {
  const placed = Object.entries(calls).map(([short, call]) => [short, { ...call, module: name, name: short }])
  return Object.fromEntries(placed) as M
}

/** A call's input as its handler receives it. */
export type In<C extends AnyCall> = z.output<C['input']>

/** A call's input as the client sends it. */
export type ClientIn<C extends ClientCall> = z.input<C['input']>

/** The names of a call's declared refusals. */
export type RefusalName<C extends ClientCall> = keyof C['refusals'] & string

/** The permissions that a call needs for this input, without CanAccess. */
export function getNeeds(call: AnyCall, input: unknown): readonly PermissionId[] {
  return typeof call.needs === 'function' ? call.needs(input as never) : call.needs
}

/** True if the call requires a recent sign-in for this input. */
export function asksRecent(call: AnyCall, input: unknown): boolean {
  return typeof call.recent === 'function' ? call.recent(input as never) : call.recent
}

/** True if the call accepts an Idempotency-Key. A sign-out does not: it must take effect whatever key is sent. */
export function takesIdempotencyKey({ kind, access }: AnyCall): boolean {
  return kind === 'write' && access !== 'anyone'
}
