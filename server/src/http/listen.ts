import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { getErrorCode } from '../lib/error-code.ts'

/** Listens on the configured address; for `localhost` on both 127.0.0.1 and ::1. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<void> {
  if (host !== 'localhost') return void (await app.listen({ host, port }))
  await app.listen({ host: '127.0.0.1', port })
  const { port: taken } = app.server.address() as AddressInfo
  // A proxy to the first listener, so that limits and shutdown apply to both.
  const other = createServer((near) => pipeline(near, connect(taken, '127.0.0.1'), near, () => undefined))
  app.server.once('close', () => other.close())
  other.listen(taken, '::1')
  try {
    await once(other, 'listening')
  } catch (error) {
    const code = getErrorCode(error)
    if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') throw error
  }
}
