import type { Received } from '@agency-support/contract/answer'
import type { ClientCall, ClientIn, RefusalName } from '@agency-support/contract/call'
import { Code, type Envelope } from '@agency-support/contract/envelope'
import { type Proof, type ProofAsked, secondFactor } from '@agency-support/contract/modules/second-factor'
import { nestedBody, nestedOk } from '@agency-support/contract/nested-command'
import { formatInstant } from '@agency-support/contract/rules/instant-format'
import { stepUpSentence } from '@agency-support/contract/rules/recent'
import type { z } from 'zod'
import { del, get, post, postBlob, type Reply, type RequestOptions } from './http.ts'
import { beginAction } from './action-origin.ts'
import { formatQuery } from '../address.ts'
import { shownZone } from '../format/utc.ts'
import { isNoAnswer, noAnswerSentence } from './no-answer.ts'
import { stepUp, type StepUpAnswer, type StepUpQuestion } from './step-up.ts'

/** The outcome of a call. */
export type Outcome<C extends ClientCall> =
  | { kind: 'ok'; data: Received<C['answer']>; message: string }
  /** Code 2: nothing found, or already done. Not a failure. */
  | { kind: 'none'; message: string }
  /** A refusal with the server's sentence; some carry an item. */
  | { kind: 'refused'; code: number; message: string; data: unknown }
  /** No usable answer; status 0 means that none arrived. `outage`: what the server says about itself, for `showsOutage`. */
  | {
      kind: 'failed'
      status: number
      statusText: string
      message: string
      requestId?: string
      outage?: string
    }

/** The outcome of a call that did not succeed. */
export type Failing = Exclude<Outcome<ClientCall>, { kind: 'ok' }>

/** The sentence to show: the server's own, also about itself, or that no answer came; `unclear` if there is neither. */
export function toSentence(outcome: Failing, unclear: string): string {
  if (outcome.kind === 'failed' && outcome.outage !== undefined) return outcome.outage
  const saysNothing = outcome.kind === 'failed' && outcome.status !== 400 && !isNoAnswer(outcome.message)
  return saysNothing ? unclear : outcome.message || unclear
}

/** The screen's own text with the server's sentence below it, if any (D-52). */
export function withSentence(text: string, outcome: Failing): string {
  const sentence = toSentence(outcome, '')
  return sentence === '' ? text : `${text}\n${sentence}`
}

export interface SendOptions {
  signal?: AbortSignal
  /** Idempotency key of one user action, so that a retry is not carried out twice (D-30). */
  key?: string
  /** The file of a call that sends a form. */
  file?: File
  /** The caller shows `toSentence` where the failure belongs, so that no banner tells of an outage. */
  showsOutage?: boolean
}

/**
 * Sends a call of the contract in its documented wire form. If the server asks for step-up authentication (code 428),
 * the person is asked and the call is retried with the same key, after confirmation or with the proof that the call
 * requires.
 */
export async function send<C extends ClientCall>(
  call: C,
  input: ClientIn<C>,
  options: SendOptions = {},
): Promise<Outcome<C>> {
  const answered = call.kind === 'read' ? undefined : beginAction()
  const outcome = await sendConfirmed(call, input, options)
  answered?.()
  return outcome
}

async function sendConfirmed<C extends ClientCall>(
  call: C,
  input: ClientIn<C>,
  options: SendOptions,
): Promise<Outcome<C>> {
  const same = { ...options, key: options.key ?? crypto.randomUUID() }
  const path = location.pathname
  const outcome = await sendOnce(call, input, same)
  if (!isStepUp(outcome)) return outcome
  const asked = proofAsked(outcome)
  if (asked === undefined) {
    const answer = await stepUp.askOnce(() => confirmation(path))
    return answer === true ? sendOnce(call, input, same) : withReason(outcome, answer)
  }
  let last: Outcome<C> = outcome
  const answer = await stepUp.ask({
    path,
    says: outcome.message === stepUpSentence ? null : outcome.message,
    asked,
    judge: async (proof) => {
      last = await sendOnce(call, { ...(input as object), proof } as ClientIn<C>, same)
      return isStepUp(last) ? last.message : null
    },
  })
  return withReason(last, answer)
}

/** The outcome of a call that was not confirmed, with the reason if the question could not be put. */
const withReason = <O extends Outcome<ClientCall>>(outcome: O, answer: StepUpAnswer): O =>
  typeof answer === 'string' ? { ...outcome, message: answer } : outcome

type Refused = Extract<Outcome<ClientCall>, { kind: 'refused' }>

function isStepUp(outcome: Outcome<ClientCall>): outcome is Refused {
  return outcome.kind === 'refused' && outcome.code === Code.stepUp
}

/** The proof that a call requires; undefined if a recent sign-in is enough. */
function proofAsked({ data }: Refused): ProofAsked | undefined {
  return typeof data === 'object' && data !== null && 'by' in data ? (data as ProofAsked) : undefined
}

/** The question for a recent sign-in, by the means that the person has. */
async function confirmation(path: string): Promise<StepUpQuestion> {
  const options = await sendOnce(secondFactor.stepUpOptions, {})
  // If the options cannot be read, ask for the password; the server decides in any case.
  const by = options.kind === 'ok' ? options.data.by : (['password'] as const)
  return {
    path,
    says: null,
    asked: { by: [...by] },
    judge: async (proof: Proof) => {
      const outcome = await sendOnce(secondFactor.stepUp, proof)
      return outcome.kind === 'ok' ? null : outcome.message
    },
  }
}

/** The same without step-up: used for the step-up calls themselves. */
export async function sendOnce<C extends ClientCall>(
  call: C,
  input: ClientIn<C>,
  options: SendOptions = {},
): Promise<Outcome<C>> {
  const reply = await dispatch(call, input ?? {}, options)
  if (!reply.ok) {
    const { ok: _ok, body: _body, isUnsent = false, ...failure } = reply
    const message = failure.status === 0 ? noAnswerSentence(call, failure.message, isUnsent) : failure.message
    return { kind: 'failed', ...failure, message }
  }
  return toOutcome(call, reply.body)
}

/** Sends a call by POST that returns a file; a refusal arrives as a JSON file that holds its envelope. */
export function fetchFile<C extends ClientCall>(call: C, input: ClientIn<C>): Promise<Reply<File>> {
  const { at } = call
  if (at.form !== 'command') throw new Error(`${call.name} is not a command`)
  return postBlob(at.path, { command: at.command, ...(input as object) })
}

/** The URL of a GET call, for downloads that the browser follows itself. */
export function callAddress<C extends ClientCall>(call: C, input: ClientIn<C>): string {
  const { path, query } = toAddress(call, input ?? {})
  return `${path}${formatQuery(query)}`
}

type Query = NonNullable<RequestOptions['query']>

/** The path of a call with its parameters filled in, and what the query holds of the input. */
function toAddress(
  { at }: ClientCall,
  input: Readonly<Record<string, unknown>>,
): { path: string; query: Query } {
  const rest = new Map(Object.entries(input))
  const path = at.path.replace(/\{(\w+)\}/g, (_part, name: string) => {
    rest.delete(name)
    return encodeURIComponent(String(input[name]))
  })
  return { path, query: Object.fromEntries(rest) as Query }
}

function dispatch(
  call: ClientCall,
  input: Record<string, unknown>,
  { signal, key, file, showsOutage = false }: SendOptions,
): Promise<Reply> {
  const { at } = call
  const options: RequestOptions = {
    ...(signal === undefined ? {} : { signal }),
    showsOutage,
    // Who signs out and closes the tab must be out.
    keepalive: call.signsOut,
    ...(call.kind === 'write' ? { headers: { 'idempotency-key': key ?? crypto.randomUUID() } } : {}),
  }
  const to = at.path
  if (at.form === 'command') return post(to, { command: at.command, ...input }, options)
  if (at.form === 'nested') return post(to, nestedBody(at, input), options)
  if (at.form === 'body') return post(to, input, options)
  // Only the agencies' own software uploads files.
  if (at.form === 'upload' || at.form === 'hook') throw new Error(`${call.name} is not a call of the console`)
  const { path, query } = toAddress(call, input)
  const withQuery = { ...options, query }
  if (at.form === 'multipart') return post(path, toForm(at.part, file), withQuery)
  return at.method === 'GET' ? get(path, withQuery) : del(path, withQuery)
}

function toForm(part: string, file: File | undefined): FormData {
  const form = new FormData()
  if (file !== undefined) form.append(part, file)
  return form
}

function toOutcome<C extends ClientCall>(call: C, body: unknown): Outcome<C> {
  const { form } = call.answer
  // A call that returns text sends its refusals as an envelope.
  if (form === 'bare' || (form === 'text' && typeof body === 'string'))
    return { kind: 'ok', data: body as Received<C['answer']>, message: '' }
  const { code, message, data } = body as Envelope
  if (code === Code.none) return { kind: 'none', message }
  const ok = call.at.form === 'nested' ? nestedOk : Code.ok
  if (code !== ok) {
    const says = withShownTime(withRetryTime(message, data[0]), data[0])
    return { kind: 'refused', code, message: says, data: data[0] }
  }
  const item = form === 'one' ? data[0] : form === 'nothing' ? null : data
  return { kind: 'ok', data: item as Received<C['answer']>, message }
}

/** The sentence of a busy provider, with the time to wait if the provider gave one (D-33). */
function withRetryTime(message: string, item: unknown): string {
  const seconds = (item as { retryAfterSeconds?: unknown } | undefined)?.retryAfterSeconds
  return typeof seconds === 'number' ? `${message} You can try again in ${inWords(seconds)}.` : message
}

/** The sentence with the time of a change by somebody else as times are shown; the server writes it in UTC (D-30). */
function withShownTime(message: string, item: unknown): string {
  const at = (item as { changedAt?: unknown } | undefined)?.changedAt
  if (typeof at !== 'string') return message
  return message.replace(at, formatInstant(at, 'MM/DD/YYYY h:mm:ss a', shownZone()))
}

/** Rounded up, so that nobody retries too early. */
function inWords(seconds: number): string {
  if (seconds >= 120) return `${Math.ceil(seconds / 60)} minutes`
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

type RefusalItem<C extends ClientCall, R extends RefusalName<C>> = C['refusals'][R] extends readonly [
  number,
  string,
  infer S extends z.ZodType,
]
  ? z.output<S>
  : undefined

/** The item of a declared refusal, or undefined for any other outcome; the server has validated it. */
export function refusalItem<C extends ClientCall, R extends RefusalName<C>>(
  call: C,
  reason: R,
  outcome: Outcome<C>,
): RefusalItem<C, R> | undefined {
  const declared = call.refusals[reason]?.[0]
  if (outcome.kind !== 'refused' || outcome.code !== declared) return undefined
  return outcome.data as RefusalItem<C, R> | undefined
}
