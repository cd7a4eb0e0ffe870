import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zstdCompressSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { Connection } from './connection.ts'

const request = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'
let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serving(
  answers: readonly { status?: number; body: string | Buffer; headers?: object }[],
): Promise<Connection> {
  let next = 0
  server = createServer((_request, response) => {
    const { status = 200, body, headers } = answers[next++] ?? { status: 500, body: '' }
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers })
    response.end(body)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return Connection.open((server.address() as AddressInfo).port)
}

test('answers of every size come one after the other over one connection', async () => {
  const sizes = [0, 10, 70_000, 1, 3_000_000, 0]
  const connection = await serving(sizes.map((size) => ({ body: `{"code":0,"data":"${'é'.repeat(size)}"}` })))
  for (const _size of sizes) await expect(connection.send(request)).resolves.toBeUndefined()
  connection.close()
})

test('a status that is not 200 is a failure, with the beginning of the answer', async () => {
  const connection = await serving([{ status: 429, body: '{"code":429,"message":"Too many requests."}' }])
  await expect(connection.send(request)).rejects.toThrow('Too many requests.')
})

test('a refusal is a failure though its status is 200', async () => {
  const connection = await serving([{ body: '{"code":2,"message":"Agency not found","data":[]}' }])
  await expect(connection.send(request)).rejects.toThrow('Agency not found')
})

test('a compressed answer is read for whether it succeeded', async () => {
  const compressed = (text: string) => ({
    body: zstdCompressSync(text),
    headers: { 'content-encoding': 'zstd' },
  })
  const connection = await serving([
    compressed(`{"code":0,"data":"${'agency'.repeat(50_000)}"}`),
    compressed('{"code":2,"message":"Agency not found","data":[]}'),
  ])
  await expect(connection.send(request)).resolves.toBeUndefined()
  await expect(connection.send(request)).rejects.toThrow('Agency not found')
})

test('a connection that is closed instead of answered is a failure', async () => {
  const connection = await serving([])
  server?.removeAllListeners('request')
  server?.on('request', (_request, response) => void response.socket?.destroy())
  await expect(connection.send(request)).rejects.toThrow('closed')
})
