import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { Agent as TlsAgent, request as requestByTls } from 'node:https'
import { text } from 'node:stream/consumers'

const kept = { keepAlive: true, maxFreeSockets: Number.POSITIVE_INFINITY } as const

/** Connections that are kept: one for every agency that waits. */
export class Sockets {
  readonly plain = new Agent(kept)
  readonly tls: TlsAgent

  /** By TLS the given authority is trusted, else those that Node knows. */
  constructor(authority?: string) {
    this.tls = new TlsAgent(authority === undefined ? kept : { ...kept, ca: authority })
  }

  destroy(): void {
    this.plain.destroy()
    this.tls.destroy()
  }
}

/** An answer as it came over the wire. */
export interface Answer {
  status: number
  body: string
  /** How long the server does not want to be asked again; 0 when it does not say. */
  retryAfterMs: number
}

export interface Question {
  origin: URL
  path: string
  headers: OutgoingHttpHeaders
  body: string | Buffer
  /** Silence of so many milliseconds counts as no answer. */
  timeoutMs: number
}

/** One POST over a kept connection; rejects when no whole answer comes. */
export function exchange(
  sockets: Sockets,
  { origin, path, headers, body, timeoutMs }: Question,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { protocol, hostname, port } = origin
    const isTls = protocol === 'https:'
    const asked = (isTls ? requestByTls : request)({
      agent: isTls ? sockets.tls : sockets.plain,
      hostname,
      port,
      path,
      method: 'POST',
      headers,
      timeout: timeoutMs,
    })
    asked.once('response', (response) => {
      const status = response.statusCode ?? 0
      const seconds = Number(response.headers['retry-after'] ?? 0)
      const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : 0
      text(response).then((body) => resolve({ status, body, retryAfterMs }), reject)
    })
    asked.once('timeout', () => asked.destroy(new Error(`no answer in ${timeoutMs} ms`)))
    asked.once('error', reject)
    asked.end(body)
  })
}
