import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between server and database. */
export interface Pooler extends AsyncDisposable {
  /** The database through it. */
  url: string
}

/** The messages that are whole in `bytes`, and what is left. */
function messagesIn(bytes: Buffer): { whole: Buffer[]; rest: Buffer } {
  const whole: Buffer[] = []
  let at = 0
  while (bytes.length - at >= 5 && bytes.length - at > bytes.readInt32BE(at + 1)) {
    const end = at + 1 + bytes.readInt32BE(at + 1)
    whole.push(bytes.subarray(at, end))
    at = end
  }
  return { whole, rest: bytes.subarray(at) }
}

/** Calls `each` with every message that comes over a socket, its type first. */
function readMessages(socket: Socket, each: (type: string, message: Buffer) => void): void {
  let unread: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    const { whole, rest } = messagesIn(Buffer.concat([unread, bytes]))
    unread = rest
    for (const message of whole) each(String.fromCharCode(message[0] ?? 0), message)
  })
}

function startupMessage(settings: Record<string, string>): Buffer {
  const text = `${Object.entries(settings).flat().join('\0')}\0\0`
  const message = Buffer.alloc(8 + Buffer.byteLength(text))
  message.writeInt32BE(message.length, 0)
  message.writeInt32BE(196_608, 4)
  message.write(text, 8)
  return message
}

const isReady = (status: string): Buffer => Buffer.from([0x5a, 0, 0, 0, 5, status.charCodeAt(0)])
// Let in, a number to cancel by, ready.
const welcome = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]),
  Buffer.from([0x4b, 0, 0, 0, 12, 0, 0, 0, 7, 0, 0, 0, 7]),
  isReady('I'),
])

/** Names and values of a session's first message. */
function readStartup(startup: Buffer): Record<string, string | undefined> {
  const words = startup.subarray(8).toString().split('\0')
  return Object.fromEntries(words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1]]] : [])))
}

async function connectBackend(
  path: string,
  settings: Record<string, string>,
  sockets: Set<Socket>,
): Promise<Socket> {
  const backend = connect(path)
  sockets.add(backend)
  backend.on('error', () => undefined)
  backend.write(startupMessage(settings))
  await new Promise<void>((resolve) => {
    readMessages(backend, (type) => type === 'Z' && resolve())
  })
  backend.removeAllListeners('data')
  return backend
}

/** Lends a few connections to many sessions, each for a transaction, as PgBouncer does in transaction mode. */
export async function transactionPooler(
  databaseUrl: string,
  { keepsSettings }: { keepsSettings: boolean },
): Promise<Pooler> {
  const url = new URL(databaseUrl)
  const path = `${url.searchParams.get('host')}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  const free: Socket[] = []

  /** Carries one session: each transaction over a connection that is free then. */
  const serveSession = (client: Socket, settings: Record<string, string>): void => {
    let lent: Promise<Socket> | undefined
    let unanswered = 0
    const lend = async (): Promise<Socket> => {
      const backend = free.pop() ?? (await connectBackend(path, settings, sockets))
      readMessages(backend, (type, message) => {
        client.write(message)
        if (type === 'Z') unanswered -= 1
        if (type !== 'Z' || unanswered > 0 || message[5] !== 'I'.charCodeAt(0)) return
        backend.removeAllListeners('data')
        free.push(backend)
        lent = undefined
      })
      return backend
    }
    readMessages(client, (type, message) => {
      if (type === 'X') return void client.end()
      if (type === 'S' || type === 'Q') unanswered += 1
      lent ??= lend()
      void lent.then((backend) => backend.write(message))
    })
  }

  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    client.once('data', (startup) => {
      const { user = '', database = '', options = '' } = readStartup(startup)
      client.write(welcome)
      serveSession(client, { user, database, ...(keepsSettings && options !== '' ? { options } : {}) })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
