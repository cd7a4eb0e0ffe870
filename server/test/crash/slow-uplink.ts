import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A way to the server on which everything that is sent up takes its time. */
export interface SlowUplink {
  origin: string
  stop(): Promise<void>
}

const sliceBytes = 4_096

/** Passes connections on to a port; each sends at most so many bytes a second upwards. */
export async function openSlowUplink(port: number, bytesPerSecond: number): Promise<SlowUplink> {
  const open = new Set<Socket>()
  const server = createServer((below) => {
    const above = connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [below, above],
      [above, below],
    ] as const) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    above.pipe(below)
    void sendSlowly(below, above, bytesPerSecond).catch(() => above.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

async function sendSlowly(from: Socket, to: Socket, bytesPerSecond: number): Promise<void> {
  for await (const piece of from as AsyncIterable<Buffer>)
    for (let at = 0; at < piece.length; at += sliceBytes) {
      const slice = piece.subarray(at, at + sliceBytes)
      to.write(slice)
      // A short request fits into what a line takes at once.
      if (piece.length > sliceBytes) await pause((slice.length * 1000) / bytesPerSecond)
    }
  to.end()
}
