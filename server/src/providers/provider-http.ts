import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios'
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { getErrorCode } from '../lib/error-code.ts'
import { traceHeaders } from '../lib/tracing.ts'
import { ProviderError, type ProviderFailure } from './provider-error.ts'

/** Timeout for connecting; waiting for an answer has its own. */
const connectMs = 3_000

/** Connections are kept this long for the next request: shorter than any usual server keeps them. */
const idleMs = 4_000

const noConnection = 'no connection in time'
/** What axios says of a connection that broke in the middle of an answer. */
const brokenOff = 'stream has been aborted'

/** Codes of a connection that never came about, so that nothing was sent. */
const unconnected: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** A longer time is a mistake, such as an instant in place of seconds, and work that obeyed it would wait for years. */
const longestRetryAfterMs = 24 * 60 * 60 * 1000

const failures: Readonly<Record<number, ProviderFailure>> = {
  401: 'auth',
  403: 'auth',
  404: 'notFound',
  429: 'rateLimited',
}

/** Answers of a gateway that got none, or none that it understood, from the provider behind it. */
const fromGateway: ReadonlySet<number> = new Set([502, 504])

type Connected = ReturnType<http.Agent['createConnection']>

function limitConnecting(socket: Connected, event: 'connect' | 'secureConnect'): Connected {
  if (socket === undefined || socket === null) return socket
  const timer = setTimeout(() => socket.destroy(new Error(noConnection)), connectMs)
  const stop = (): void => clearTimeout(timer)
  socket.once(event, stop).once('close', stop)
  return socket
}

// Node calls it for every request before the head is sent; Node's types do not declare it.
const { addRequest } = http.Agent.prototype as unknown as { addRequest: (...args: unknown[]) => void }

/** Adds the trace headers, so that the provider can continue the trace. */
function addTrace(request: http.ClientRequest): void {
  for (const [name, value] of Object.entries(traceHeaders())) request.setHeader(name, value)
}

/** One idle connection that was closed means that the others are too: a second try must not meet them. */
function dropIdleIfStale(agent: http.Agent, request: http.ClientRequest): void {
  request.once('error', (error) => {
    if (!isStale(error, request)) return
    for (const idle of Object.values(agent.freeSockets).flat()) idle?.destroy()
  })
}

class HttpAgent extends http.Agent {
  addRequest(request: http.ClientRequest, ...rest: unknown[]): void {
    addTrace(request)
    dropIdleIfStale(this, request)
    Reflect.apply(addRequest, this, [request, ...rest])
  }

  override createConnection(...args: Parameters<http.Agent['createConnection']>): Connected {
    return limitConnecting(super.createConnection(...args), 'connect')
  }
}

class HttpsAgent extends https.Agent {
  addRequest(request: http.ClientRequest, ...rest: unknown[]): void {
    addTrace(request)
    dropIdleIfStale(this, request)
    Reflect.apply(addRequest, this, [request, ...rest])
  }

  override createConnection(...args: Parameters<https.Agent['createConnection']>): Connected {
    return limitConnecting(super.createConnection(...args), 'secureConnect')
  }
}

/**
 * Axios options for all requests to providers, in our adapters and in the providers' SDKs: keep-alive connections
 * established within three seconds, no redirects, no proxy from the environment, and answers of at most `maxBytes`.
 */
export function toHttpOptions(maxBytes: number): AxiosRequestConfig {
  return {
    httpAgent: new HttpAgent({ keepAlive: true, timeout: idleMs }),
    httpsAgent: new HttpsAgent({ keepAlive: true, timeout: idleMs }),
    maxRedirects: 0,
    maxContentLength: maxBytes,
    proxy: false,
  }
}

/**
 * The ProviderError for a failure of axios, also inside a provider's SDK. Contains neither URL nor key nor anything
 * from the answer's body.
 */
export function toProviderError(provider: string, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const response = (error as { response?: Partial<AxiosResponse> }).response
  // An unread stream would keep its connection open.
  if (response?.data instanceof Readable) response.data.destroy()
  const said = error instanceof Error ? error.message : ''
  const status = response?.status ?? (error as { code?: unknown }).code
  // A refusal is one, however much of its reason came.
  if (typeof status === 'number' && (status >= 400 || said !== brokenOff))
    return statusError(provider, status, response ?? {})
  if (said.startsWith('maxContentLength'))
    return new ProviderError(provider, 'protocol', `${provider} gave an answer that is too long`, {
      mayBeDone: true,
    })
  const isLate = axios.isCancel(error) || getErrorCode(error) === 'ECONNABORTED'
  const what = isLate ? 'gave no answer in time' : 'could not be reached or hung up'
  return new ProviderError(provider, 'unavailable', `${provider} ${what}`, {
    mayBeDone: !isUnsent(error),
    isUnsent: isUnsent(error),
    wasConnectionStale: isStale(error, (error as { request?: Partial<http.ClientRequest> }).request),
  })
}

/** Providers close idle connections, at times just when the next request is sent on one. */
function isStale(error: unknown, request: Partial<http.ClientRequest> | undefined): boolean {
  return request?.reusedSocket === true && ['ECONNRESET', 'EPIPE'].includes(getErrorCode(error) ?? '')
}

function isUnsent(error: unknown): boolean {
  return (
    unconnected.has(getErrorCode(error) ?? '') || (error instanceof Error && error.message === noConnection)
  )
}

/** An answer as axios gives it, or SendGrid's client, which calls the text its body. */
type Answered = Partial<Pick<AxiosResponse<unknown>, 'headers' | 'data'>> & { body?: unknown }

/**
 * True for a page of HTML, which is of something in front of a provider: their APIs answer with XML, JSON or nothing. An
 * answer without a text may have that type too.
 */
export function isPage({ headers, body, data = body }: Answered): boolean {
  const isHtml = /^text\/html\b/i.test(String(headers?.['content-type'] ?? ''))
  return isHtml && data !== undefined && !(typeof data === 'string' && data.trim() === '')
}

function toKind(status: number, answer: Answered): ProviderFailure {
  // Otherwise a wrong address, or a proxy, would say that an account or an order is gone.
  if (status === 404 && isPage(answer)) return 'protocol'
  return failures[status] ?? (status >= 500 ? 'unavailable' : status >= 400 ? 'invalid' : 'protocol')
}

function statusError(provider: string, status: number, answer: Answered): ProviderError {
  return new ProviderError(provider, toKind(status, answer), `${provider} answered with status ${status}`, {
    status,
    mayBeDone: fromGateway.has(status) || status < 300,
    retryAfterMs: limitWait(
      retryAfter(answer.headers?.['retry-after']) ??
        untilReset(status, answer.headers?.['x-ratelimit-reset']),
    ),
  })
}

/** Retry-After in seconds or as a date. */
function retryAfter(header: unknown): number | undefined {
  if (typeof header !== 'string') return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : ms
}

/** SendGrid sends no Retry-After; each of its answers says when the limit is reset, in Unix seconds. */
function untilReset(status: number, header: unknown): number | undefined {
  if (status !== 429 || typeof header !== 'string' || !/^\d+$/.test(header)) return undefined
  const ms = Number(header) * 1000 - Date.now()
  // Neither an instant that is past nor a duration tells how long to wait.
  return ms > 0 ? ms : undefined
}

const limitWait = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.min(Math.max(0, ms), longestRetryAfterMs)
