import type { z } from 'zod'

/** What a call answers with, and in which form it is sent (D-05). */
export type Answer = One | Many | Nothing | Streamed | Bare | PlainText | Raw

export interface One<T extends z.ZodType = z.ZodType> {
  form: 'one'
  item: T
  /** Repeats code and message as `outcome` in the envelope. */
  outcome: boolean
  /** Contains something shown only once, such as a new password: never stored for a retry. */
  once: boolean
}
export interface Many<T extends z.ZodType = z.ZodType> {
  form: 'many'
  item: T
  outcome: boolean
}
export interface Nothing {
  form: 'nothing'
  outcome: boolean
}
export interface Streamed<T extends z.ZodType = z.ZodType> {
  form: 'streamed'
  item: T
}
export interface Bare<T extends z.ZodType = z.ZodType> {
  form: 'bare'
  body: T
}
export interface PlainText {
  form: 'text'
}
export interface Raw {
  form: 'raw'
  contentType: string
  /** Types that some of its files have instead. */
  otherTypes: readonly string[]
}

/** Envelope with the item in data[0]. */
export function one<T extends z.ZodType>(
  item: T,
  options: { outcome?: boolean; once?: boolean } = {},
): One<T> {
  return { form: 'one', item, outcome: options.outcome ?? false, once: options.once ?? false }
}

/** Envelope with a list in data. */
export function many<T extends z.ZodType>(item: T, options: { outcome?: boolean } = {}): Many<T> {
  return { form: 'many', item, outcome: options.outcome ?? false }
}

/** Envelope with no data. */
export function nothing(options: { outcome?: boolean } = {}): Nothing {
  return { form: 'nothing', outcome: options.outcome ?? false }
}

/** Envelope whose list is streamed as the database writes it, for lists too long for memory. */
export function streamed<T extends z.ZodType>(item: T): Streamed<T> {
  return { form: 'streamed', item }
}

/** A JSON body without an envelope, as documented for sign-in and whoami. */
export function bare<T extends z.ZodType>(body: T): Bare<T> {
  return { form: 'bare', body }
}

/** text/plain. */
export function text(): PlainText {
  return { form: 'text' }
}

/** Bytes of this type, or one of the others, written by the handler itself: a file, an event stream, a page. */
export function raw(contentType: string, ...otherTypes: readonly string[]): Raw {
  return { form: 'raw', contentType, otherTypes }
}

/** JSON of one item, or of several separated by commas. */
export type JsonItems = string

/** What a handler returns for an answer; `Body` is the server's type for raw bytes. */
export type Returned<A extends Answer, Body = unknown> =
  A extends One<infer T>
    ? z.output<T>
    : A extends Many<infer T>
      ? z.output<T>[]
      : A extends Streamed
        ? JsonItems | AsyncIterable<JsonItems>
        : A extends Bare<infer T>
          ? z.output<T>
          : A extends PlainText
            ? string
            : A extends Raw
              ? Body
              : null

/** What the typed client returns for an answer with code 0. */
export type Received<A extends Answer> =
  A extends One<infer T>
    ? z.output<T>
    : A extends Many<infer T> | Streamed<infer T>
      ? z.output<T>[]
      : A extends Bare<infer T>
        ? z.output<T>
        : A extends PlainText
          ? string
          : null
