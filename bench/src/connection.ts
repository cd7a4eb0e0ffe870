import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { zstdDecompressSync } from 'node:zlib'

const headEnd = Buffer.from('\r\n\r\n')

/** What a browser accepts. `Connection` reads zstd, which the server prefers, and what is not compressed. */
export const acceptEncoding = 'gzip, deflate, br, zstd'

/**
 * A keep-alive HTTP/1.1 connection with one request at a time. Of an answer it reads only the headers and whether it
 * succeeded, so that the client uses little of the machine that it shares with the servers.
 */
export class Connection {
  readonly #socket: Socket
  /** Start of the body of a success. */
  readonly #success: string
  #received: Buffer[] = []
  #length = 0
  /** The headers of the current answer and its length with them, once they are complete. */
  #answer: { head: string; length: number } | undefined
  #done: { resolve: () => void; reject: (error: Error) => void } | undefined

  private constructor(socket: Socket, success: string) {
    this.#socket = socket
    this.#success = success
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('The server closed the connection.')))
  }

  static async open(port: number, success = '{"code":0,'): Promise<Connection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new Connection(socket, success)
  }

  /** Resolves when the answer is complete; rejects unless it is HTTP 200 with a success. */
  send(request: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#done = { resolve, reject }
      this.#received = []
      this.#length = 0
      this.#answer = undefined
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#done = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk)
    this.#length += chunk.length
    try {
      this.#answer ??= parseHead(join(this.#received))
      if (this.#answer === undefined || this.#length < this.#answer.length) return
      assertSuccess(this.#answer.head, join(this.#received), this.#success)
    } catch (error) {
      return this.#fail(error as Error)
    }
    const done = this.#done
    this.#done = undefined
    done?.resolve()
  }

  #fail(error: Error): void {
    const done = this.#done
    this.#done = undefined
    done?.reject(error)
  }
}

/** Most answers come in one piece, which is not copied. */
function join(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces
  return first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces)
}

/** Undefined until the headers are complete. */
function parseHead(received: Buffer): { head: string; length: number } | undefined {
  const bodyAt = received.indexOf(headEnd) + headEnd.length
  if (bodyAt < headEnd.length) return undefined
  const head = received.toString('latin1', 0, bodyAt)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`The answer does not tell its length:\n${head}`)
  return { head, length: bodyAt + Number(length) }
}

function assertSuccess(head: string, answer: Buffer, success: string): void {
  const sent = answer.subarray(head.length)
  const body = /\r\ncontent-encoding: zstd\r/i.test(head) ? zstdDecompressSync(sent) : sent
  const start = body.toString('latin1', 0, 300)
  if (!head.startsWith('HTTP/1.1 200') || !start.startsWith(success))
    throw new Error(`The answer was not a success:\n${head}${start}`)
}
