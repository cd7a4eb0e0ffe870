import type { Answer, Bare, Many, One, Streamed } from '@agency-support/contract/answer'
import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import { Code, EnvelopeShape } from '@agency-support/contract/envelope'
import { nestedOk } from '@agency-support/contract/nested-command'
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { exchange, type Got, type Sent } from './exchange.ts'
import { judgeAnswer } from './judge-answer.ts'
import type { LogSecrets } from './log-secrets.ts'
import { wireForm } from './wire.ts'

type Items<A extends Answer> =
  A extends One<infer T>
    ? z.output<T>[]
    : A extends Many<infer T> | Streamed<infer T>
      ? z.output<T>[]
      : never[]

type Body<A extends Answer> = A extends Bare<infer T> ? z.output<T> : never

/** What came back from a call, checked against the contract where it succeeded. */
export interface Answered<C extends AnyCall> {
  status: number
  code: number
  message: string
  data: Items<C['answer']>
  /** The data of a refusal, which has a shape of its own. */
  refusal: unknown
  headers: IncomingHttpHeaders
  /** The answer's text as it came. */
  text: string
  statusText: string
  /** The object of a bare answer; throws where there is none. */
  bare(): Body<C['answer']>
}

export interface ClientOptions {
  port: number
  origin: string
  /** The whole Cookie header. */
  cookie?: string
  /** Sent with everything, as an agency's software does: the Authorization header. */
  authorization?: string
  /** Is told what no log may hold. */
  secrets?: LogSecrets
  /** True where a proxy stands in front: a 502 is its own, which the OpenAPI document does not know. */
  isBehindProxy?: boolean
}

/** Calls the server as one browser would: same origin, JSON, its cookie; or as an agency's software, by its key. */
export class TestClient {
  readonly #agent = new Agent({ keepAlive: true })
  readonly #options: ClientOptions
  /** The session's; the one by which the browser is known stays with the client. */
  cookie: string | undefined
  #browserCookie: string | undefined

  constructor(options: ClientOptions) {
    this.#options = options
    this.cookie = options.cookie
  }

  /** Makes a call of the contract; cookies in the answer are kept. */
  async call<C extends AnyCall>(
    call: C,
    input: ClientIn<C>,
    headers: OutgoingHttpHeaders = {},
  ): Promise<Answered<C>> {
    this.#options.secrets?.noteInput(input)
    const answered = this.answered(call, await this.send({ ...wireForm(call, input) }, headers))
    if ('once' in call.answer && call.answer.once) this.#options.secrets?.noteShownOnce(answered.data)
    return answered
  }

  /** Makes a call whose body is bytes. */
  async upload<C extends AnyCall>(
    call: C,
    input: ClientIn<C>,
    bytes: Buffer,
    headers: OutgoingHttpHeaders = {},
  ): Promise<Answered<C>> {
    return this.answered(call, await this.send({ ...wireForm(call, input), body: bytes }, headers))
  }

  /**
   * Sends anything, with this client's origin and cookie unless the headers say otherwise. Throws where the answer is not
   * what the OpenAPI document says.
   */
  async send(sent: Sent, headers: OutgoingHttpHeaders = {}): Promise<Got> {
    const got = await this.sendUnjudged(sent, headers)
    if (this.#options.isBehindProxy === true && got.status === 502) return got
    const problem = judgeAnswer(sent, got)
    if (problem !== undefined)
      throw new Error(
        `${sent.method} ${sent.path} answers what the OpenAPI document does not say: ${problem}`,
      )
    return got
  }

  /** The same for a server that is made to answer wrongly. */
  async sendUnjudged(sent: Sent, headers: OutgoingHttpHeaders = {}): Promise<Got> {
    const { origin, authorization } = this.#options
    const cookies = [this.cookie, this.#browserCookie].filter((one) => one !== undefined)
    const own = {
      // The address is the same, but a browser names what was typed.
      host: new URL(origin).host,
      ...(authorization === undefined ? { origin } : { authorization }),
      ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
    }
    const all = { ...own, ...sent.headers, ...headers }
    this.#options.secrets?.noteHeaders(all)
    const given = Object.entries(all).filter(([, value]) => value !== undefined)
    const got = await exchange(this.#agent, this.#options.port, {
      ...sent,
      headers: Object.fromEntries(given),
    })
    for (const set of got.headers['set-cookie'] ?? [])
      if (/^[^=]*_browser=/.test(set)) this.#browserCookie = set.split(';')[0]
      else this.cookie = set.split(';')[0]
    return got
  }

  /** Reads an answer by the contract. */
  answered<C extends AnyCall>(call: C, got: Got): Answered<C> {
    const { status, headers, body, statusText } = got
    const parsed = (headers['content-type'] ?? '').startsWith('application/json')
      ? JSON.parse(body)
      : undefined
    const envelope = EnvelopeShape.safeParse(parsed).data ?? { code: Number.NaN, message: '', data: [] }
    const ok = call.at.form === 'nested' ? nestedOk : Code.ok
    const isRight = status === 200 && envelope.code === ok
    const item = 'item' in call.answer ? call.answer.item : z.never()
    return {
      status,
      code: envelope.code,
      message: envelope.message,
      data: (isRight ? z.array(item).parse(envelope.data) : []) as Items<C['answer']>,
      refusal: isRight ? undefined : envelope.data[0],
      headers,
      statusText,
      text: body,
      bare: () => {
        if (call.answer.form !== 'bare') throw new Error(`${call.name} answers no bare object`)
        return call.answer.body.parse(parsed) as Body<C['answer']>
      },
    }
  }

  close(): void {
    this.#agent.destroy()
  }
}
