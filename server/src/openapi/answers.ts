import type { Answer } from '@agency-support/contract/answer'
import { type AnyCall, takesIdempotencyKey } from '@agency-support/contract/call'
import { Code, EnvelopeShape } from '@agency-support/contract/envelope'
import { nestedOk } from '@agency-support/contract/nested-command'
import { z } from 'zod'
import { type Json, toJsonSchema } from './json-schema.ts'

const json = 'application/json'
const fileType = 'application/octet-stream'

/** An envelope with these codes and items of these shapes; without shapes it has no items. */
function envelopeSchema(call: AnyCall, codes: Json, items: readonly Json[] | undefined): Json {
  const { properties, required, ...rest } = toJsonSchema(EnvelopeShape, 'output') as {
    properties: Json
    required: string[]
  }
  const hasOutcome = 'outcome' in call.answer && call.answer.outcome
  const outcome = {
    type: 'object',
    properties: { code: codes, message: { type: 'string' } },
    required: ['code', 'message'],
    additionalProperties: false,
  }
  return {
    ...rest,
    properties: {
      ...properties,
      code: codes,
      data: { type: 'array', ...(items === undefined ? { maxItems: 0 } : { items: anyOf(items) }) },
      ...(hasOutcome ? { outcome } : {}),
    },
    required: [...required, ...(hasOutcome ? ['outcome'] : [])],
  }
}

function anyOf(schemas: readonly Json[]): Json {
  const [first] = schemas
  return schemas.length === 1 && first !== undefined ? first : { anyOf: schemas }
}

/** The envelopes of refusals with HTTP 200: one per declared shape of data, and one for all without data. */
function refusalSchemas(call: AnyCall): Json[] {
  const bare = new Set<number>()
  const schemas: Json[] = []
  for (const [code, , data] of Object.values(call.refusals)) {
    if (data === undefined) bare.add(code)
    else schemas.push(envelopeSchema(call, { const: code }, [toJsonSchema(data, 'output')]))
  }
  // Refusals by the pipeline: authentication too old, and an idempotency key of another request or in use.
  if (call.recent !== false) bare.add(Code.stepUp)
  if (takesIdempotencyKey(call)) for (const code of [Code.unprocessable, Code.conflict]) bare.add(code)
  const codes = [...bare].sort((one, other) => one - other)
  return codes.length === 0 ? schemas : [...schemas, envelopeSchema(call, { enum: codes }, undefined)]
}

/** The successful answer as JSON; undefined if it is not JSON. */
function successSchema(call: AnyCall): Json | undefined {
  const { answer, at } = call
  const ok = { const: at.form === 'nested' ? nestedOk : Code.ok }
  switch (answer.form) {
    case 'bare':
      return toJsonSchema(answer.body, 'output')
    case 'text':
    case 'raw':
      return undefined
    case 'nothing':
      return envelopeSchema(call, ok, undefined)
    default:
      return envelopeSchema(call, ok, [toJsonSchema(answer.item, 'output')])
  }
}

/** The JSON of a call with HTTP 200: success, or a refusal by its code. */
export function answerSchema(call: AnyCall): Json | undefined {
  const success = successSchema(call)
  const schemas = [...(success === undefined ? [] : [success]), ...refusalSchemas(call)]
  return schemas.length === 0 ? undefined : anyOf(schemas)
}

const FailureShape = EnvelopeShape.extend({
  data: z.array(z.never()).max(0),
  outcome: z.object({ code: z.int(), message: z.string() }).optional(),
})

/** The answer to any failure. */
export const failure = {
  description: 'A failure: its code is the HTTP status, its message a sentence for a person.',
  content: { 'application/json': { schema: toJsonSchema(FailureShape, 'output') } },
}

/** The same with Retry-After. */
export const laterFailure = {
  ...failure,
  headers: {
    'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
  },
}

/** Logs are text; every other file is bytes. */
const partTypes = [fileType, 'text/plain']

/** The meaning of each HTTP status other than success. */
const meanings: Readonly<Record<number, string>> = {
  400: 'The request is not one of this call; the message names the field.',
  401: 'Nobody is signed in, or the proof of who asks is missing or wrong.',
  403: 'A permission is missing, or the password must be changed first.',
  404: 'There is no such file.',
  413: 'The body is longer than the call takes.',
  415: 'The body is of another type, or packed in a way that is not taken.',
  416: 'The part asked for begins past the end of the file.',
  429: 'Too many requests.',
  500: 'A fault of the server; the message holds the number of the request.',
  503: 'The server or its database is away for a moment.',
}

function listStatuses({ access, answer, at }: AnyCall): number[] {
  const isFile = answer.form === 'raw'
  return [
    400,
    ...(access === 'anyone' ? [] : [401]),
    ...(access === 'staff' || access === 'session' ? [403] : []),
    ...(isFile ? [404] : []),
    413,
    415,
    ...(isFile && at.form === 'query' ? [416] : []),
    429,
    500,
    503,
  ]
}

/** The answers of the calls of one path by HTTP status; `inJson` replaces the JSON of those with 200. */
export function responses(calls: readonly AnyCall[], inJson?: Json): Json {
  const [first] = calls
  const success =
    first?.at.form === 'hook'
      ? { 204: { description: 'Taken.' } }
      : {
          200: {
            description: 'The answer, or a refusal with its code.',
            content: answerContent(calls, inJson),
          },
        }
  const part = calls.some(({ answer }) => answer.form === 'raw' && answer.contentType === fileType)
    ? {
        206: {
          description: 'The part that Range asks for.',
          content: Object.fromEntries(partTypes.map((type) => [type, { schema: { type: 'string' } }])),
        },
      }
    : {}
  const statuses = new Set(calls.flatMap(listStatuses))
  const failures = [...statuses].map((status) => {
    const shape = status === 429 || status === 503 ? laterFailure : failure
    return [status, { ...shape, description: meanings[status] }]
  })
  return { ...success, ...part, ...(Object.fromEntries(failures) as Json), default: failure }
}

/** The content of the answers with HTTP 200, by type. */
export function answerContent(calls: readonly AnyCall[], inJson?: Json): Json {
  const schemas = inJson === undefined ? calls.map(answerSchema).filter((one) => one !== undefined) : [inJson]
  return {
    ...(schemas.length === 0 ? {} : { [json]: { schema: anyOf(schemas) } }),
    ...Object.fromEntries(
      calls.flatMap(({ answer }) => otherContent(answer)).map(([type, schema]) => [type, { schema }]),
    ),
  }
}

/** Type and schema of an answer without an envelope. */
function otherContent(answer: Answer): [string, Json][] {
  if (answer.form === 'text') return [['text/plain', { type: 'string' }]]
  if (answer.form !== 'raw') return []
  const { contentType, otherTypes } = answer
  const type = toType(contentType)
  return [
    [type, { type: type === json ? 'object' : 'string' }],
    // A file that is answered as JSON may hold any.
    ...otherTypes.map((other): [string, Json] => [other, other === json ? {} : { type: 'string' }]),
  ]
}

const toType = (contentType: string): string => contentType.split(';')[0] ?? json
