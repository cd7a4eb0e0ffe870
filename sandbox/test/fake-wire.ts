import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface FakeAnswer {
  status?: number
  code?: number
  message?: string
  data?: unknown[]
}

/** What comes in: the path, the query, and the body as it is. */
export interface FakeQuestion {
  path: string
  query: URLSearchParams
  body: Buffer
  authorization: string | undefined
  idempotencyKey: string | undefined
}

/** A stand-in of the agents' wire that a test makes fail as it likes. */
export interface FakeWire extends AsyncDisposable {
  origin: string
  /** Whether it takes connections at all. */
  listen(): Promise<void>
  hangUp(): Promise<void>
}

/** Answers every POST; `before` and `after` close the connection without an answer, before or after the work. */
export async function fakeWire(
  answer: (question: FakeQuestion) => FakeAnswer | Promise<FakeAnswer>,
  fault: () => 'none' | 'before' | 'after' | 'busy' = () => 'none',
): Promise<FakeWire> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request)
      const what = fault()
      if (what === 'before') return void request.socket.destroy()
      if (what === 'busy') return void response.writeHead(503).end('{"code":503,"message":"Busy.","data":[]}')
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
      const { authorization } = request.headers
      const {
        status = 200,
        code = 0,
        message = 'ok',
        data = [],
      } = await answer({
        path: pathname,
        query: searchParams,
        body,
        authorization,
        idempotencyKey: request.headers['idempotency-key']?.toString(),
      })
      if (what === 'after') return void request.socket.destroy()
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code, message, data }))
    })().catch((error: unknown) => {
      // A test that answers wrongly is refused, not tried again for ever.
      response.writeHead(400).end(JSON.stringify({ code: 400, message: String(error), data: [] }))
    })
  })
  let port = 0
  const listen = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  const hangUp = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  await listen()
  return { origin: `http://127.0.0.1:${port}`, listen, hangUp, [Symbol.asyncDispose]: hangUp }
}
