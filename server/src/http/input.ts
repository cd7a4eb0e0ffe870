import type { AnyCall, In } from '@agency-support/contract/call'
import { type Judged, judgeEntries } from '@agency-support/contract/entries'
import type { HookWire } from '@agency-support/contract/wire'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { HttpFailure } from '../calls/refusal.ts'
import { parseJson } from '../lib/parse-json.ts'

/** A parsed request body with its original bytes. */
export interface JsonBody {
  bytes: Buffer
  value: unknown
}

/** The body as it arrived; empty if there was none. */
export function bodyBytes({ body }: FastifyRequest): Buffer {
  return (body as JsonBody | undefined)?.bytes ?? Buffer.alloc(0)
}

/** The body of a POST as an object. Throws 400 for anything else. */
export function bodyObject(request: FastifyRequest): Record<string, unknown> {
  const value = (request.body as JsonBody | undefined)?.value
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new HttpFailure(400, 'The request body must be a JSON object.')
}

/** True if the input is in the URL rather than in the body. */
function isInAddress({ at }: AnyCall): boolean {
  return at.form === 'query' || at.form === 'upload' || at.form === 'multipart'
}

function rawInput(call: AnyCall, request: FastifyRequest): unknown {
  if (call.at.form === 'nested') {
    const { command } = call.at
    const input = bodyObject(request)[command]
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input
    throw new HttpFailure(400, `The field ${command} must be a JSON object.`)
  }
  if (call.at.form === 'hook') return hookInput(call.at, request)
  if (!isInAddress(call))
    return request.body === undefined && call.at.form === 'body' ? {} : bodyObject(request)
  const query = request.query as Record<string, unknown>
  const repeated = Object.keys(query).find((key) => Array.isArray(query[key]))
  if (repeated !== undefined) throw new HttpFailure(400, `${repeated} was given more than once.`)
  return { ...query, ...(request.params as Record<string, unknown>) }
}

function hookInput({ body }: HookWire, request: FastifyRequest): unknown {
  const text = bodyBytes(request).toString('utf8')
  if (body === 'text') return text
  const value = parseJson(text)
  if (value === undefined) throw new HttpFailure(400, 'The request body is not valid JSON.')
  return value
}

/** The decoded input of a request; for a call that judges a list, also the verdicts on its entries. */
export interface Parsed<C extends AnyCall> {
  input: In<C>
  judged: readonly Judged[]
}

/** The input of a request, checked and decoded by the call's schema. Throws 400 with a sentence. */
export function parseInput<C extends AnyCall>(call: C, request: FastifyRequest): Parsed<C> {
  const raw = rawInput(call, request)
  const result = call.input.safeParse(raw, { error: unwordedSentence })
  if (result.success) return { input: result.data as In<C>, judged: [] }
  const judged = judgeInput(call, raw)
  if (judged === undefined) throw badInput(result.error)
  const rest = call.input.safeParse(
    { ...Object(raw), [call.judged?.list ?? '']: judged.taken },
    { error: unwordedSentence },
  )
  if (rest.success) return { input: rest.data as In<C>, judged: [judged] }
  throw badInput(rest.error)
}

function badInput({ issues }: z.ZodError): HttpFailure {
  return new HttpFailure(400, issues[0]?.message ?? 'The input is not valid.')
}

/** Verdicts on the entries of a judged list; undefined if the call judges none or the input has none. */
function judgeInput({ judged, input }: AnyCall, raw: unknown): Judged | undefined {
  if (judged === undefined) return undefined
  const given = (Object(raw) as Record<string, unknown>)[judged.list]
  const field: unknown = input instanceof z.ZodObject ? input.shape[judged.list] : undefined
  if (!(field instanceof z.ZodArray)) throw new Error(`the input has no list ${judged.list}`)
  return Array.isArray(given) ? judgeEntries(judged.noun, field.element as z.ZodType, given) : undefined
}

/** The message where a schema has no sentence of its own: the field and what it should be. */
function unwordedSentence(issue: z.core.$ZodRawIssue): string | undefined {
  const custom = z.config().localeError?.(issue)
  const text = typeof custom === 'object' ? custom?.message : custom
  const field = issue.path?.map(String).join('.') ?? ''
  if (text === undefined || field === '') return text
  return `${field}: ${text.charAt(0).toLowerCase()}${text.slice(1)}.`
}
