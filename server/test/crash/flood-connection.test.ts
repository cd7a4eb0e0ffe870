import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { until } from '../until.ts'
import { FloodConnection } from './flood-connection.ts'

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

test('a connection that the other side ended while idle is known to be closed, and answers nothing', async () => {
  await using server = createServer((socket) => socket.once('data', () => socket.end(answer))).listen(0)
  await once(server, 'listening')
  const connection = await FloodConnection.open((server.address() as AddressInfo).port)
  expect(await connection.ask('GET / HTTP/1.1\r\n\r\n')).toBe(200)
  await until('the connection is closed', () => connection.isClosed)
  expect(await connection.ask('GET / HTTP/1.1\r\n\r\n')).toBe(0)
})
