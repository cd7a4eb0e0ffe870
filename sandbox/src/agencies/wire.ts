import type { Received } from '@agency-support/contract/answer'
import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import type { Envelope } from '@agency-support/contract/envelope'
import { exchange, type Sockets } from './exchange.ts'

/** The server refused, with a code of the contract. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: Envelope) {
    super(message)
    this.code = code
    this.data = data[0]
  }
}

/** No answer, or not one of the contract: the server is down, starting or overloaded. Retrying helps. */
export class Unreachable extends Error {
  override name = 'Unreachable'
  /** The server's Retry-After. */
  readonly retryAfterMs: number

  constructor(
    message: string,
    { retryAfterMs = 0, ...options }: ErrorOptions & { retryAfterMs?: number } = {},
  ) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
  }
}

/** The code for an unknown key. */
export const unknownKey = 401

const timeoutMs = 20_000

/** Options of a call. */
interface AskOptions {
  /** Added to the default timeout. */
  waitMs?: number
  /** The same for all retries of something that must happen once. */
  idempotencyKey?: string
}

/** How the software of one agency calls the server: only the agent calls of the contract. */
export class AgencyWire {
  readonly #origin: URL
  readonly #sockets: Sockets
  readonly #authorization: string

  constructor(options: { origin: string; agencyKey: string; sockets: Sockets }) {
    this.#origin = new URL(options.origin)
    this.#sockets = options.sockets
    this.#authorization = `Bearer ${options.agencyKey}`
  }

  /** Sends a call; rejects with Refused or Unreachable. */
  async call<C extends AnyCall>(
    call: C,
    input: ClientIn<C>,
    options: AskOptions = {},
  ): Promise<Received<C['answer']>> {
    const data = await this.#ask(call.at.path, 'application/json', JSON.stringify(input), options)
    if (call.answer.form === 'nothing') return null as Received<C['answer']>
    return (call.answer.form === 'many' ? data : data[0]) as Received<C['answer']>
  }

  /** Sends bytes of an upload from an offset; resolves with the offset reached. */
  async append(call: AnyCall, uploadId: string, offset: number, bytes: Buffer): Promise<number> {
    const path = `${call.at.path.replace('{uploadId}', encodeURIComponent(uploadId))}?offset=${offset}`
    const [reached] = await this.#ask(path, 'application/octet-stream', bytes)
    return (reached as { offset: number }).offset
  }

  async #ask(
    path: string,
    type: string,
    body: string | Buffer,
    { waitMs = 0, idempotencyKey }: AskOptions = {},
  ): Promise<unknown[]> {
    const headers = {
      authorization: this.#authorization,
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    }
    const question = { origin: this.#origin, path, headers, body, timeoutMs: timeoutMs + waitMs }
    const answer = await exchange(this.#sockets, question).catch((cause: unknown) => {
      throw new Unreachable(cause instanceof Error ? cause.message : String(cause), { cause })
    })
    const envelope = parseEnvelope(answer.body)
    if (envelope === undefined || answer.status >= 500 || answer.status === 429)
      throw new Unreachable(`the server answered ${answer.status}`, { retryAfterMs: answer.retryAfterMs })
    if (envelope.code !== 0) throw new Refused(envelope)
    return envelope.data
  }
}

function parseEnvelope(body: string): Envelope | undefined {
  try {
    const parsed: unknown = JSON.parse(body)
    const isEnvelope = typeof parsed === 'object' && parsed !== null && 'code' in parsed && 'data' in parsed
    return isEnvelope ? (parsed as Envelope) : undefined
  } catch {
    return undefined
  }
}
