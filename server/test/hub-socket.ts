import { textingHub } from '@agency-support/contract/modules/texting-presence'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { testAgentKey } from './agent-keys.ts'

const separator = '\u001E'

/** The handshake of SignalR's JSON protocol. */
export const handshake = '{"protocol":"json","version":1}'

/** A call of a method of the hub. */
export const invoke = (target: string, args: unknown[], id = '0'): string =>
  JSON.stringify({ type: 1, invocationId: id, target, arguments: args })

/** Which connection to open: that of agency 6938 to the server, unless it says otherwise. */
interface Wish {
  key?: string | null
  query?: string
  path?: string
  port?: number
}

/** An open connection that records what it receives, in order. */
interface HubSocket {
  socket: WebSocket
  /** Resolves with the code with which it was closed. */
  closed: Promise<number>
  /** Sends messages in one frame. */
  send(...texts: string[]): void
  /** Resolves with everything received, once there are this many messages. */
  receive(count: number): Promise<unknown[]>
  received: unknown[]
}

/** Speaks to the texting hub of a server without the official client, which hides what is sent. */
export function hubSockets(server: { port: number }) {
  const dial = ({
    key = testAgentKey(6938),
    query = '',
    path = textingHub,
    port = server.port,
  }: Wish): WebSocket => {
    const headers = key === null ? {} : { authorization: `Bearer ${key}` }
    return new WebSocket(`ws://127.0.0.1:${port}${path}${query}`, { headers })
  }
  return {
    open: (wish: Wish = {}): Promise<HubSocket> => record(dial(wish)),
    /** The HTTP answer to a refused connection. */
    refusal: (wish: Wish): Promise<[status: number | undefined, sentence: string]> => readRefusal(dial(wish)),
  }
}

async function readRefusal(socket: WebSocket): Promise<[status: number | undefined, sentence: string]> {
  socket.on('error', () => undefined)
  const { promise, resolve } = Promise.withResolvers<[number | undefined, string]>()
  socket.once('unexpected-response', (_request, response) => {
    response.setEncoding('utf8')
    let body = ''
    response.on('data', (part: string) => {
      body += part
    })
    response.on('end', () =>
      resolve([response.statusCode, (JSON.parse(body) as { message: string }).message]),
    )
  })
  socket.once('open', () => resolve([101, 'it was let in']))
  return promise
}

async function record(socket: WebSocket): Promise<HubSocket> {
  const received: unknown[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data: Buffer) => {
    for (const text of data.toString().split(separator).slice(0, -1)) received.push(JSON.parse(text))
    for (const look of waiting) look()
  })
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  return {
    socket,
    closed,
    send: (...texts) => socket.send(texts.map((text) => `${text}${separator}`).join('')),
    receive: (count) =>
      new Promise<unknown[]>((resolve) => {
        const look = (): void => (received.length >= count ? resolve(received) : undefined)
        waiting.add(look)
        look()
      }),
    received,
  }
}
