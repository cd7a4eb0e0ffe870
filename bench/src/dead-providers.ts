import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** One address for all providers that accepts connections and never answers: the slowest way to fail. */
export async function startDeadProviders(): Promise<{ env: Record<string, string>; stop(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: {
      SENDGRID_API_KEY_5X: 'SG.bench',
      SENDGRID_API_KEY_6X: 'SG.bench',
      SENDGRID_BASE_URL: url,
      ESIGN_BASE_URL: url,
      ESIGN_TOKEN_URL: url,
      ESIGN_CLIENT_ID: 'bench',
      ESIGN_CLIENT_SECRET: 'bench',
      BANDWIDTH_ACCOUNT_ID: '1',
      BANDWIDTH_CLIENT_ID: 'bench',
      BANDWIDTH_CLIENT_SECRET: 'bench',
      BANDWIDTH_TOKEN_URL: url,
      BANDWIDTH_NUMBERS_BASE_URL: url,
      BANDWIDTH_MESSAGING_BASE_URL: url,
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
