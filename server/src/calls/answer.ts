import type { Answer, JsonItems } from '@agency-support/contract/answer'
import type { AnyCall } from '@agency-support/contract/call'
import { Code } from '@agency-support/contract/envelope'
import { nestedOk } from '@agency-support/contract/nested-command'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { Readable } from 'node:stream'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { errorFacts } from '../lib/log.ts'
import type { RawBody, Services } from './context.ts'
import { WrittenJson } from './written-json.ts'

export const jsonType = 'application/json; charset=utf-8'
const plainType = 'text/plain; charset=utf-8'

/** An answer ready for the wire. */
export type Prepared =
  | { kind: 'text'; status: number; type: string; body: string | Buffer }
  | {
      kind: 'stream'
      type: string
      body: Readable
      status: number
      headers?: Readonly<Record<string, string>>
    }
  | { kind: 'takeOver'; takeOver: (response: ServerResponse) => void }

/** Turns a handler's result into the form of answer that its call declares. */
export function prepare(call: AnyCall, returned: unknown, message: string): Prepared {
  const { answer } = call
  const ok = call.at.form === 'nested' ? nestedOk : Code.ok
  switch (answer.form) {
    case 'one':
    case 'many': {
      if (returned instanceof WrittenJson) return written(envelope(ok, message, [], answer.outcome), returned)
      const items = answer.form === 'one' ? [returned] : (returned as unknown[])
      return json(envelope(ok, message, items, answer.outcome))
    }
    case 'nothing':
      if (call.at.form === 'hook') return textAnswer(plainType, '', 204)
      return json(envelope(ok, message, [], answer.outcome))
    case 'bare':
      return json(returned)
    case 'text':
      return textAnswer(plainType, returned as string)
    case 'streamed':
      if (typeof returned === 'string')
        return textAnswer(jsonType, Buffer.from(envelopeStart + returned + envelopeEnd))
      return {
        kind: 'stream',
        status: 200,
        type: jsonType,
        body: Readable.from(envelopeChunks(returned as AsyncIterable<JsonItems>)),
      }
    case 'raw': {
      const raw = returned as RawBody
      if ('takeOver' in raw) return { kind: 'takeOver', takeOver: raw.takeOver }
      if ('stream' in raw)
        return {
          kind: 'stream',
          type: answer.contentType,
          body: Readable.from(raw.stream),
          status: raw.status ?? 200,
          headers: raw.headers,
        }
      return textAnswer(answer.contentType, raw.body)
    }
  }
}

/** An envelope as an object; `outcome` repeats code and message if the call declares it. */
export function envelope(code: number, message: string, data: unknown[], outcome: boolean): object {
  return outcome ? { code, message, data, outcome: { code, message } } : { code, message, data }
}

/** Inserts items into an empty envelope. A message cannot match `"data":[]`, because its quotes are escaped. */
function written(empty: object, { items }: WrittenJson): Prepared {
  const body = JSON.stringify(empty).replace('"data":[]', () => `"data":[${items}]`)
  return textAnswer(jsonType, Buffer.from(body))
}

/** True for calls whose envelopes, including refusals, contain `outcome`. */
export function hasOutcome(call: AnyCall | undefined): boolean {
  return call !== undefined && 'outcome' in call.answer && call.answer.outcome
}

/** An answer whose body is there already. */
export function textAnswer(type: string, body: string | Buffer, status = 200): Prepared {
  return { kind: 'text', status, type, body }
}

/** An answer with a value as JSON. */
export function json(value: unknown, status = 200): Prepared {
  return textAnswer(jsonType, JSON.stringify(value), status)
}

/** Reads the first piece in advance, so that an early failure becomes an error answer instead of a cut-off one. */
export async function withFirstPiece(given: AsyncIterable<JsonItems>): Promise<AsyncIterable<JsonItems>> {
  const pieces: AsyncIterator<JsonItems> = paced(given)
  const first = await pieces.next()
  async function* all(): AsyncGenerator<JsonItems> {
    try {
      for (let next = first; next.done !== true; next = await pieces.next()) yield next.value
    } finally {
      // A reader who stops also releases the query behind the answer.
      await pieces.return?.()
    }
  }
  return all()
}

/** Waits for some milliseconds; 0 means one turn of the event loop. */
type Wait = (milliseconds: number) => Promise<unknown>
const wait: Wait = (milliseconds) => (milliseconds === 0 ? turn() : pause(milliseconds))

/**
 * Pauses between two pieces so that others get the database and this process: twice as long as the first of them took
 * if other answers were sent meanwhile, otherwise for one turn of the event loop.
 */
export async function* paced<T>(pieces: AsyncIterable<T>, leave: Wait = wait): AsyncGenerator<T> {
  let asked = performance.now()
  let answeredBefore = answered
  for await (const piece of pieces) {
    const took = performance.now() - asked
    yield piece
    await leave(0)
    if (answered !== answeredBefore) await leave(2 * took)
    asked = performance.now()
    answeredBefore = answered
  }
}

const envelopeStart = '{"code":0,"message":"","data":['
const envelopeEnd = ']}'

async function* envelopeChunks(pieces: AsyncIterable<JsonItems>): AsyncGenerator<string> {
  yield envelopeStart
  let comma = ''
  for await (const piece of pieces) {
    yield comma + piece
    comma = ','
  }
  yield envelopeEnd
}

/** Sends a prepared answer. */
export function send(reply: FastifyReply, prepared: Prepared): FastifyReply {
  if (prepared.kind === 'takeOver') {
    const headers = reply.getHeaders()
    reply.hijack()
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) reply.raw.setHeader(name, value)
    prepared.takeOver(reply.raw)
    return reply
  }
  reply.code(prepared.status).header('content-type', prepared.type)
  if (prepared.kind === 'stream') reply.headers(prepared.headers ?? {})
  return reply.send(prepared.body)
}

/** In production, one answer in this many is checked against the contract. */
const sampleEvery = 100
/** Number of answers of this process that were not streamed. */
let answered = 0

function getSchema(answer: Answer): z.ZodType | undefined {
  switch (answer.form) {
    case 'one':
      return answer.item
    case 'many':
      return answer.item.array()
    case 'bare':
      return answer.body
    default:
      return undefined
  }
}

function getItemsSchema(answer: Answer): z.ZodType | undefined {
  return answer.form === 'one' ? answer.item.array().length(1) : getSchema(answer)
}

/** Compares an answer with the contract: strictly and always in development; a sample, only logged, in production. */
export function checkAnswer(call: AnyCall, name: string, returned: unknown, { config, log }: Services): void {
  // A streamed answer has only begun here; if it counted, it would take itself for another one and pause.
  if (call.answer.form === 'streamed') return
  answered += 1
  if (!config.strictAnswers && answered % sampleEvery !== 1) return
  const isWritten = returned instanceof WrittenJson
  const schema = isWritten ? getItemsSchema(call.answer) : getSchema(call.answer)
  const result = schema?.safeParse(isWritten ? JSON.parse(`[${returned.items}]`) : returned)
  if (result === undefined || result.success) return
  const error = new Error(`the answer of ${name} does not fit its contract: ${result.error.message}`)
  if (config.strictAnswers) throw error
  log.error('answer.mismatch', errorFacts(error))
}
