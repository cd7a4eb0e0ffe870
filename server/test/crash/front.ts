import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { host, startNginx } from '../nginx.ts'

/** What stands in front of several server processes. */
export interface Front extends AsyncDisposable {
  /** Where it is spoken to, in plain HTTP. */
  port: number
}

/** Gives each connection to the next process, and to another where that one is not there, as a plain balancer does. */
export function openBalancer(ports: readonly number[]): Promise<Front> {
  let turn = 0
  return relay(async () => {
    turn += 1
    for (let tried = 0; tried < ports.length; tried += 1) {
      const socket = connect(ports[(turn + tried) % ports.length] ?? 0, '127.0.0.1')
      if (await comesAbout(socket)) return socket
    }
    return undefined
  })
}

/** The example for nginx with TLS in front of the processes; whoever speaks to it here need not speak TLS. */
export async function openNginx(ports: readonly [number, number]): Promise<Front> {
  await using ends = new AsyncDisposableStack()
  const nginx = ends.use(await startNginx(ports))
  const front = ends.use(
    await relay(async () => {
      const { port, certificate: ca } = nginx
      const socket = connectTls({ host: '127.0.0.1', port, servername: host, ca })
      return (await comesAbout(socket, 'secureConnect')) ? socket : undefined
    }),
  )
  const all = ends.move()
  return { port: front.port, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

async function comesAbout(socket: Socket, event = 'connect'): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.once(event, () => resolve(true)).once('error', () => resolve(false))
  return promise
}

async function relay(open: () => Promise<Socket | undefined>): Promise<Front> {
  const sockets = new Set<Socket>()
  const server = createServer({ pauseOnConnect: true }, (near) => {
    near.on('error', () => near.destroy())
    void open().then((far) => {
      if (far === undefined) return near.destroy()
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from)
        from.on('error', () => from.destroy())
        from.once('close', () => {
          sockets.delete(from)
          to.destroy()
        })
        from.pipe(to)
      }
      return near.resume()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
