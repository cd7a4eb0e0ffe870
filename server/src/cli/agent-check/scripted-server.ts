import type { AnyCall, In } from '@agency-support/contract/call'
import { emptyEnvelope, type Envelope } from '@agency-support/contract/envelope'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'
import { parseJson } from '../../lib/parse-json.ts'
import { agentCalls } from '../../openapi/agent-openapi.ts'
import type { ServedCertificate } from './certificates.ts'
import { answerCall, BadInput, whyNotAppend } from './scripted-answers.ts'
import { ScriptedQueue } from './scripted-queue.ts'
import { ScriptedUploads } from './scripted-uploads.ts'

/** A request that arrived completely, or the part of it that was read. */
export interface Arrived {
  readonly call: AnyCall
  /** Parsed by the contract. */
  readonly input: unknown
  readonly body: Buffer
  readonly headers: IncomingMessage['headers']
  /** When its head arrived, by performance.now(). */
  readonly at: number
  /** When its answer was about to be written; undefined before. */
  answeredAt: number | undefined
}

/**
 * A fault instead of an answer: `lose` breaks the connection before the request is carried out, `swallow` afterwards; a
 * status is sent instead.
 */
export type AnswerFault = 'lose' | 'swallow' | { status: 429 | 503; retryAfterSeconds: number }

/** How a check controls the server. */
export interface Script {
  /** Called before a request is carried out. */
  meet?: (arrived: Arrived) => AnswerFault | undefined
  /** Called when an answer was sent. */
  answered?: (arrived: Arrived) => void
  /** How many of an upload's bytes to read before breaking the connection; all by default. */
  cutAfter?: (sent: number) => number | undefined
}

const sentences = {
  key: 'Unknown agency key.',
  path: 'There is no such call.',
  json: 'The body must be JSON.',
  rate: 'Too many requests. Please wait.',
  busy: 'Please try again later.',
}

/** An in-memory server for the agents' part of the contract, controlled by a script. */
export class ScriptedServer {
  readonly queue = new ScriptedQueue()
  readonly uploads = new ScriptedUploads()
  /** Every valid request, in order of arrival. */
  readonly arrived: Arrived[] = []
  /** Violations of the contract. */
  readonly misfits: string[] = []
  /** Connections that were closed before a request. */
  refusedConnections = 0
  script: Script = {}
  readonly #key: string
  readonly #server: ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>
  readonly #sockets = new Set<Socket>()
  readonly #waiting = new Set<() => void>()

  constructor(key: string, certificate?: ServedCertificate) {
    this.#key = key
    const listener: RequestListener = (request, response) => {
      this.#take(request, response).catch((error: unknown) => {
        if (!isGone(response)) this.misfits.push(error instanceof Error ? error.message : String(error))
        response.destroy()
        this.changed()
      })
    }
    this.#server = certificate === undefined ? createServer(listener) : createTlsServer(certificate, listener)
    this.#server.on('connection', (socket: Socket) => this.#watch(socket))
    this.#server.on('tlsClientError', () => this.changed())
  }

  /** Listens on a free local port; returns its base URL. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const { port } = this.#server.address() as AddressInfo
    return `${'setSecureContext' in this.#server ? 'https' : 'http'}://127.0.0.1:${port}`
  }

  /** Resolves at the next change; the caller checks what happened. */
  change(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.add(resolve))
  }

  /** Wakes everybody who waits: polls, and the check. */
  changed(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const wake of waiting) wake()
  }

  /** Closes every connection, so that no poll of a dead program takes a command. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.changed()
  }

  /** Resolves when nothing that a dead program sent can arrive any more: connections are accepted in order. */
  async forgetSenders(): Promise<void> {
    const { port } = this.#server.address() as AddressInfo
    const last = connect(port, '127.0.0.1')
    last.on('error', () => undefined)
    await once(last, 'connect')
    const { localPort } = last
    while (![...this.#sockets].some(({ remotePort }) => remotePort === localPort)) await this.change()
    this.hangUp()
    last.destroy()
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.hangUp()
    await closed
  }

  #watch(socket: Socket): void {
    const before = this.arrived.length
    this.#sockets.add(socket)
    this.changed()
    // A client that does not trust the certificate closes the connection.
    socket.on('error', () => undefined)
    socket.once('close', () => {
      this.#sockets.delete(socket)
      if (this.arrived.length === before) this.refusedConnections += 1
      this.changed()
    })
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now()
    const url = new URL(request.url ?? '/', 'http://scripted')
    const found = findCall(request.method, url.pathname)
    if (request.headers.authorization !== `Bearer ${this.#key}`) {
      this.misfits.push(`${url.pathname} came without the agency's key.`)
      return reply(response, 401, emptyEnvelope(401, sentences.key), { 'www-authenticate': 'Bearer' })
    }
    if (found === undefined) {
      this.misfits.push(`There is no call ${request.method} ${url.pathname}.`)
      return reply(response, 404, emptyEnvelope(404, sentences.path))
    }
    const { call, parts } = found
    if (call.at.form === 'upload') return this.#takeBytes({ call, parts, url, at }, request, response)
    const body = unpack(request, await buffer(request))
    // TextDecoder drops a byte-order mark.
    const asked = parseJson(new TextDecoder().decode(body))
    const parsed = asked === undefined ? undefined : call.input.safeParse(asked)
    if (parsed?.success !== true) {
      const problem = parsed?.error.issues[0]?.message ?? sentences.json
      this.misfits.push(`${call.at.path}: ${problem}`)
      return reply(response, 400, emptyEnvelope(400, problem))
    }
    await this.#meet(
      { call, input: parsed.data, body, headers: request.headers, at, answeredAt: undefined },
      response,
    )
  }

  async #meet(arrived: Arrived, response: ServerResponse): Promise<void> {
    this.arrived.push(arrived)
    const mischief = this.script.meet?.(arrived)
    this.changed()
    if (mischief === 'lose') return void response.destroy()
    if (typeof mischief === 'object') return this.#putOff(arrived, response, mischief)
    if (arrived.call === agencyCommands.claim && mischief === undefined)
      await this.#waitForCommands(arrived.input as In<typeof agencyCommands.claim>, response)
    if (isGone(response)) return
    const [status, envelope] = this.#carryOut(arrived)
    if (mischief === 'swallow') response.destroy()
    else await this.#reply(arrived, response, status, envelope)
    this.changed()
  }

  #carryOut({ call, input }: Arrived): [status: number, envelope: Envelope] {
    try {
      return [200, answerCall(call, input, this)]
    } catch (error) {
      if (!(error instanceof BadInput)) throw error
      this.misfits.push(`${call.at.path}: ${error.message}`)
      return [400, emptyEnvelope(400, error.message)]
    }
  }

  async #putOff(
    arrived: Arrived,
    response: ServerResponse,
    { status, retryAfterSeconds }: Exclude<AnswerFault, string>,
  ): Promise<void> {
    const sentence = status === 429 ? sentences.rate : sentences.busy
    const headers = { 'retry-after': String(retryAfterSeconds) }
    await this.#reply(arrived, response, status, emptyEnvelope(status, sentence), headers)
  }

  async #reply(arrived: Arrived, response: ServerResponse, ...rest: ReplyRest): Promise<void> {
    // Before writing, so that no later request can seem to come earlier than the answer.
    arrived.answeredAt = performance.now()
    await reply(response, ...rest)
    this.script.answered?.(arrived)
    this.changed()
  }

  async #waitForCommands(
    { waitSeconds }: In<typeof agencyCommands.claim>,
    response: ServerResponse,
  ): Promise<void> {
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      this.changed()
    }, waitSeconds * 1000)
    while (!isOver && !isGone(response) && this.#server.listening && !this.queue.hasWaiting())
      await this.change()
    clearTimeout(timer)
  }

  async #takeBytes(
    { call, parts, url, at }: { call: AnyCall; parts: Record<string, string>; url: URL; at: number },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const parsed = agencyFiles.appendUpload.input.safeParse({
      ...parts,
      ...Object.fromEntries(url.searchParams),
    })
    if (!parsed.success) {
      const problem = parsed.error.issues[0]?.message ?? ''
      this.misfits.push(`${call.at.path}: ${problem}`)
      return reply(response, 400, emptyEnvelope(400, problem))
    }
    const { uploadId, offset } = parsed.data
    const upload = this.uploads.find(uploadId)
    const refusal = whyNotAppend(upload, offset)
    const sent = Number(request.headers['content-length'] ?? (upload?.about.size ?? 0) - offset)
    const cut = refusal === undefined ? this.script.cutAfter?.(sent) : undefined
    const body = await readBytes(request, cut)
    if (upload !== undefined && refusal === undefined) upload.bytes = Buffer.concat([upload.bytes, body])
    const arrived = { call, input: parsed.data, body, headers: request.headers, at, answeredAt: undefined }
    if (cut === undefined && refusal === undefined) return this.#meetBytes(arrived, response)
    this.arrived.push(arrived)
    this.changed()
    if (refusal !== undefined) return this.#reply(arrived, response, 200, refusal)
    response.destroy()
  }

  async #meetBytes(arrived: Arrived, response: ServerResponse): Promise<void> {
    const { uploadId } = arrived.input as In<typeof agencyFiles.appendUpload>
    this.arrived.push(arrived)
    const offset = this.uploads.find(uploadId)?.bytes.length ?? 0
    const data = [agencyFiles.appendUpload.answer.item.parse({ uploadId, offset })]
    await this.#reply(arrived, response, 200, { code: 0, message: '', data })
  }
}

type ReplyRest = [status: number, envelope: Envelope, headers?: Record<string, string>]

async function reply(
  response: ServerResponse,
  ...[status, envelope, headers = {}]: ReplyRest
): Promise<void> {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(envelope))
  await finished(response).catch(() => undefined)
}

const isGone = (response: ServerResponse): boolean => response.socket?.destroyed !== false

const maxUnpacked = 16 * 1024 * 1024

function unpack(request: IncomingMessage, body: Buffer): Buffer {
  return request.headers['content-encoding'] === 'gzip'
    ? gunzipSync(body, { maxOutputLength: maxUnpacked })
    : body
}

/** The whole body, or its first bytes. */
async function readBytes(request: IncomingMessage, atMost = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    pieces.push(piece)
    length += piece.length
    if (length >= atMost) break
  }
  return Buffer.concat(pieces).subarray(0, Math.min(length, atMost))
}

function findCall(
  method: string | undefined,
  path: string,
): { call: AnyCall; parts: Record<string, string> } | undefined {
  for (const call of agentCalls) {
    const names = [...call.at.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const pattern = new RegExp(`^${call.at.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
    const match = call.at.method === method ? pattern.exec(path) : null
    if (match === null) continue
    return { call, parts: Object.fromEntries(names.map((name, at) => [name, match[at + 1] ?? ''])) }
  }
  return undefined
}
