import type { Received } from '@agency-support/contract/answer'
import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import type { Envelope } from '@agency-support/contract/envelope'
import { exchange, type Sockets } from './exchange.ts'

/** The server said no, in the terms of the contract. */
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

/** No answer, or none of the contract: the server is away, starting, or has too much to do. Trying again helps. */
export class Unreachable extends Error {
  override name = 'Unreachable'
  /** How long the server does not want to be asked again. */
  readonly retryAfterMs: number

  constructor(
    message: string,
    { retryAfterMs = 0, ...options }: ErrorOptions & { retryAfterMs?: number } = {},
  ) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
  }
}

/** The code of an answer to a key that the server does not know. */
export const unknownKey = 401

const timeoutMs = 20_000

/** How a call is made otherwise than usual. */
interface AskOptions {
  /** Added to the usual time limit. */
  waitMs?: number
  /** The same for every try of something that must be done once. */
  idempotencyKey?: string
}

/** How the software of one agency speaks to the server: the agent calls of the contract, and nothing else. */
export class AgencyWire {
  readonly #origin: URL
  readonly #sockets: Sockets
  readonly #authorization: string

  constructor(options: { origin: string; agencyKey: string; sockets: Sockets }) {
    this.#origin = new URL(options.origin)
    this.#sockets = options.sockets
    this.#authorization = `Bearer ${options.agencyKey}`
  }

  /** Makes a call; rejects with Refused or Unreachable. */
  async call<C extends AnyCall>(
    call: C,
    input: ClientIn<C>,
    options: AskOptions = {},
  ): Promise<Received<C['answer']>> {
    const data = await this.#ask(call.at.path, 'application/json', JSON.stringify(input), options)
    if (call.answer.form === 'nothing') return null as Received<C['answer']>
    return (call.answer.form === 'many' ? data : data[0]) as Received<C['answer']>
  }

  /** Sends bytes of an upload from an offset; resolves with the offset that is reached. */
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
