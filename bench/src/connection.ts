import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')

/**
 * A keep-alive HTTP/1.1 connection with one request at a time. It reads only the length of an answer and whether it
 * succeeded, so that the client uses little of the machine that it shares with the servers.
 */
export class Connection {
  readonly #socket: Socket
  /** Start of the body of a success. */
  readonly #success: string
  /** What has been received of the current answer until its headers are complete. */
  #start: Buffer | undefined
  #missing = 0
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
      this.#start = Buffer.alloc(0)
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#done = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    if (this.#start === undefined) this.#missing -= chunk.length
    else {
      const start = this.#start.length === 0 ? chunk : Buffer.concat([this.#start, chunk])
      const bodyAt = start.indexOf(headEnd) + headEnd.length
      // The first bytes of the body tell whether it succeeded; they arrive with the headers or soon after.
      if (bodyAt < headEnd.length || start.length < bodyAt + this.#success.length) {
        this.#start = start
        return
      }
      this.#start = undefined
      const problem = findProblem(start.toString('latin1', 0, bodyAt + 300), bodyAt, this.#success)
      if (problem !== undefined) return this.#fail(new Error(problem))
      this.#missing = parseLength(start.toString('latin1', 0, bodyAt)) - (start.length - bodyAt)
    }
    if (this.#missing > 0) return
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

function findProblem(start: string, bodyAt: number, success: string): string | undefined {
  if (start.startsWith('HTTP/1.1 200') && start.startsWith(success, bodyAt)) return undefined
  return `The answer was not a success:\n${start}`
}

function parseLength(head: string): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`The answer does not tell its length:\n${head}`)
  return Number(length)
}
