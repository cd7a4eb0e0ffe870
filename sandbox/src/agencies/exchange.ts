import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { Agent as TlsAgent, request as requestByTls } from 'node:https'
import { text } from 'node:stream/consumers'

const kept = { keepAlive: true, maxFreeSockets: Number.POSITIVE_INFINITY } as const

/** Keep-alive connections: one per waiting agency. */
export class Sockets {
  readonly plain = new Agent(kept)
  readonly tls: TlsAgent

  /** With TLS, trusts the given authority, by default those that Node knows. */
  constructor(authority?: string) {
    this.tls = new TlsAgent(authority === undefined ? kept : { ...kept, ca: authority })
  }

  destroy(): void {
    this.plain.destroy()
    this.tls.destroy()
  }
}

/** A raw HTTP answer. */
export interface Answer {
  status: number
  body: string
  /** The server's Retry-After; 0 if absent. */
  retryAfterMs: number
}

export interface Question {
  origin: URL
  path: string
  headers: OutgoingHttpHeaders
  body: string | Buffer
  /** Inactivity timeout, treated as no answer. */
  timeoutMs: number
}

/** One POST over a keep-alive connection; rejects without a complete answer. */
export function exchange(
  sockets: Sockets,
  { origin, path, headers, body, timeoutMs }: Question,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { protocol, hostname, port } = origin
    const isTls = protocol === 'https:'
    const outgoing = (isTls ? requestByTls : request)({
      agent: isTls ? sockets.tls : sockets.plain,
      hostname,
      port,
      path,
      method: 'POST',
      headers,
      timeout: timeoutMs,
    })
    outgoing.once('response', (response) => {
      const status = response.statusCode ?? 0
      const seconds = Number(response.headers['retry-after'] ?? 0)
      const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : 0
      text(response).then((body) => resolve({ status, body, retryAfterMs }), reject)
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer in ${timeoutMs} ms`)))
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
