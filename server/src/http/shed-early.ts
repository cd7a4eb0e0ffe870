import type { AnyCall } from '@agency-support/contract/call'
import { emptyEnvelope } from '@agency-support/contract/envelope'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { jsonType } from '../calls/answer.ts'
import type { AnswerRecorder } from './answer-recorder.ts'
import { busySentence, type LoadShedder, retrySeconds } from './load-shedder.ts'

/** Bytes. Reading and dropping a longer body costs more than a new connection. */
const maxReadAway = 64 * 1024

/** True if the body is too long to read and drop; the connection is closed instead. */
function isLongBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > maxReadAway
}

/** Refusals per turn of the event loop, a few milliseconds; then requests in flight continue. */
const maxInTurn = 32

/** Runs queued work a few items per turn of the event loop. */
export class InTurns {
  readonly #waiting: (() => void)[] = []
  #isDue = false

  add(work: () => void): void {
    this.#waiting.push(work)
    if (!this.#isDue) this.#plan()
  }

  #plan(): void {
    this.#isDue = true
    setImmediate(() => {
      for (const work of this.#waiting.splice(0, maxInTurn)) work()
      this.#isDue = false
      if (this.#waiting.length > 0) this.#plan()
    })
  }
}

interface ShedEarlyOptions {
  load: LoadShedder
  recorder: AnswerRecorder
  /** Calls by method and path, such as `POST /api/request`. */
  calls: ReadonlyMap<string, readonly AnyCall[]>
  /** Headers that every answer carries. */
  headers: Readonly<Record<string, string>>
}

/**
 * Refuses requests under overload before Fastify sees them: a refusal then costs a fraction of a call. The connection
 * stays open, because a flood of reconnects would keep the process from everything else.
 */
export function shedEarly(server: Server, { load, recorder, calls, headers }: ShedEarlyOptions): void {
  const [take] = server.listeners('request') as RequestListener[]
  if (take === undefined) throw new Error('the server takes no requests')
  // As a string it is sent in the same write as the head.
  const body = JSON.stringify(emptyEnvelope(503, busySentence))
  const head = {
    ...headers,
    'content-type': jsonType,
    'content-length': String(Buffer.byteLength(body)),
    'retry-after': String(retrySeconds),
  }
  const fixed = Object.entries(head).flat()
  const refuse = (request: IncomingMessage, response: ServerResponse): void => {
    const close = isLongBody(request.headers) ? ['connection', 'close'] : []
    response.writeHead(503, [...fixed, 'x-request-id', randomUUID(), ...close])
    response.end(body)
    recorder.countShed()
  }
  const refusals = new InTurns()
  server.removeListener('request', take)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const asked = calls.get(`${request.method} ${request.url?.split('?', 1)[0]}`)
    if (asked !== undefined && load.turnsAway(asked)) refusals.add(() => refuse(request, response))
    else take(request, response)
  })
}
