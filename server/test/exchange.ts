import { type Envelope, EnvelopeShape } from '@agency-support/contract/envelope'
import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Sent {
  method: string
  path: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
}

/** An answer as it came over the wire. */
export interface Got {
  status: number
  statusText: string
  headers: IncomingHttpHeaders
  body: string
}

/** The envelope of an answer; throws where it is none. */
export function parseEnvelope(got: Pick<Got, 'body'>): Envelope {
  return EnvelopeShape.parse(JSON.parse(got.body))
}

/** One HTTP request, byte for byte as given, and its answer. */
export async function exchange(agent: Agent, port: number, sent: Sent): Promise<Got> {
  const { method, path, body } = sent
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const headers = { ...length, ...sent.headers }
  return new Promise((resolve, reject) => {
    const going = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      // An event stream has no end to wait for; its head is the answer here.
      const isEndless = response.headers['content-type']?.startsWith('text/event-stream') === true
      const body = isEndless ? Promise.resolve(Buffer.alloc(0)) : buffer(response)
      if (isEndless) response.destroy()
      body.then((bytes) => {
        const { statusCode = 0, statusMessage = '' } = response
        resolve({
          status: statusCode,
          statusText: statusMessage,
          headers: response.headers,
          body: bytes.toString('utf8'),
        })
      }, reject)
    })
    going.once('error', reject)
    going.end(body)
  })
}
