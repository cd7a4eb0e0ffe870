import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const headEnd = '\r\n\r\n'

/** A kept-alive connection that reads as little of an answer as it can, so that a flood leaves the machine to the server. */
export class FloodConnection {
  readonly #socket: Socket
  #text = ''
  #answer: PromiseWithResolvers<number> | undefined
  isClosed = false

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => this.#take(chunk))
    socket.on('error', () => this.#end())
    socket.on('close', () => this.#end())
  }

  static async open(port: number): Promise<FloodConnection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new FloodConnection(socket)
  }

  /** The status of the answer; 0 when the connection ended without one. */
  ask(request: string): Promise<number> {
    // Nothing more is heard of a connection that ended while nobody asked, such as by a proxy's idle timeout.
    if (this.isClosed) return Promise.resolve(0)
    this.#answer = Promise.withResolvers()
    this.#text = ''
    this.#socket.write(request)
    return this.#answer.promise
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: string): void {
    this.#text += chunk
    const bodyAt = this.#text.indexOf(headEnd) + headEnd.length
    if (bodyAt < headEnd.length) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#text)?.[1] ?? 0)
    if (this.#text.length < bodyAt + length) return
    const status = Number(this.#text.slice(9, 12))
    if (/\r\nconnection: close/i.test(this.#text.slice(0, bodyAt))) this.isClosed = true
    const answer = this.#answer
    this.#answer = undefined
    answer?.resolve(status)
  }

  #end(): void {
    this.isClosed = true
    this.#answer?.resolve(0)
  }
}
