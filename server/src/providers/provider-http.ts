import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios'
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { traceHeaders } from '../tracing.ts'
import { ProviderError, type ProviderFailure } from './provider-error.ts'

/** A provider that takes no connection within this time is away; a question that waits longer for its answer fails. */
const connectMs = 3_000

const failures: Readonly<Record<number, ProviderFailure>> = {
  401: 'auth',
  403: 'auth',
  404: 'notFound',
  429: 'rateLimited',
}

type Connected = ReturnType<http.Agent['createConnection']>

function limitConnecting(socket: Connected, event: 'connect' | 'secureConnect'): Connected {
  if (socket === undefined || socket === null) return socket
  const timer = setTimeout(() => socket.destroy(new Error('no connection in time')), connectMs)
  const stop = (): void => clearTimeout(timer)
  socket.once(event, stop).once('close', stop)
  return socket
}

// Node calls it for every request, before its head is sent; the types of Node do not tell of it.
const { addRequest } = http.Agent.prototype as unknown as { addRequest: (...args: unknown[]) => void }

/** Lets the provider go on with the trace of the request that asks it. */
function addTrace(request: http.ClientRequest): void {
  for (const [name, value] of Object.entries(traceHeaders())) request.setHeader(name, value)
}

class HttpAgent extends http.Agent {
  addRequest(request: http.ClientRequest, ...rest: unknown[]): void {
    addTrace(request)
    Reflect.apply(addRequest, this, [request, ...rest])
  }

  override createConnection(...args: Parameters<http.Agent['createConnection']>): Connected {
    return limitConnecting(super.createConnection(...args), 'connect')
  }
}

class HttpsAgent extends https.Agent {
  addRequest(request: http.ClientRequest, ...rest: unknown[]): void {
    addTrace(request)
    Reflect.apply(addRequest, this, [request, ...rest])
  }

  override createConnection(...args: Parameters<https.Agent['createConnection']>): Connected {
    return limitConnecting(super.createConnection(...args), 'secureConnect')
  }
}

/**
 * How axios asks any provider, in our own adapters and in the providers' clients: connections are kept and made
 * within three seconds, no redirect leads to another host, no proxy of the environment is used, and no answer is
 * longer than `maxBytes`.
 */
export function toHttpOptions(maxBytes: number): AxiosRequestConfig {
  return {
    httpAgent: new HttpAgent({ keepAlive: true }),
    httpsAgent: new HttpsAgent({ keepAlive: true }),
    maxRedirects: 0,
    maxContentLength: maxBytes,
    proxy: false,
  }
}

/**
 * What a failure of axios means, also of one inside a provider's client. Holds neither address nor key nor anything
 * of the answer's body.
 */
export function toProviderError(provider: string, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  const response = (error as { response?: Partial<AxiosResponse> }).response
  // What nobody reads must not keep its connection.
  if (response?.data instanceof Readable) response.data.destroy()
  const status = response?.status ?? (error as { code?: unknown }).code
  if (typeof status === 'number') return statusError(provider, status, response?.headers ?? {})
  if (error instanceof Error && error.message.startsWith('maxContentLength'))
    return new ProviderError(provider, 'protocol', `an answer of ${provider} is too long`)
  const isLate = axios.isCancel(error) || (error as { code?: unknown }).code === 'ECONNABORTED'
  const what = isLate ? 'gave no answer in time' : 'could not be reached or hung up'
  return new ProviderError(provider, 'unavailable', `${provider} ${what}`)
}

function statusError(
  provider: string,
  status: number,
  headers: Partial<AxiosResponse['headers']>,
): ProviderError {
  const kind = failures[status] ?? (status >= 500 ? 'unavailable' : status >= 400 ? 'invalid' : 'protocol')
  const retryAfterMs = retryAfter(headers['retry-after'])
  return new ProviderError(provider, kind, `${provider} answered with status ${status}`, {
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

/** Retry-After in seconds or as a date. */
function retryAfter(header: unknown): number | undefined {
  if (typeof header !== 'string') return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
