import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** Connections that are kept: one for every agency that waits. */
export class Sockets extends Agent {
  constructor() {
    super({ keepAlive: true, maxFreeSockets: Number.POSITIVE_INFINITY })
  }
}

/** An answer as it came over the wire. */
export interface Answer {
  status: number
  body: string
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
    const { hostname, port } = origin
    const asked = request({
      agent: sockets,
      hostname,
      port,
      path,
      method: 'POST',
      headers,
      timeout: timeoutMs,
    })
    asked.once('response', (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject)
    })
    asked.once('timeout', () => asked.destroy(new Error(`no answer in ${timeoutMs} ms`)))
    asked.once('error', reject)
    asked.end(body)
  })
}
