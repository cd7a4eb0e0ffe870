import { agencies } from '@agency-support/contract/modules/agencies'
import { session } from '@agency-support/contract/modules/session'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { testServer } from '../../test/app.ts'
import { lines } from '../../test/raw-socket.ts'

/** What a client has sent when it stalls: nothing, part of the head, the head, part of the body. */
const beginnings = [
  '',
  lines('POST /api/request HTTP/1.1', 'Host: a', 'X-A: '),
  lines('POST /api/request HTTP/1.1', 'Host: a', 'Content-Length: 50', '', ''),
  lines(
    'POST /auth/staff/signin/cookie HTTP/1.1',
    'Host: a',
    'Content-Type: application/json',
    'Content-Length: 50',
    '',
    '{"username"',
  ),
]

const tooSlow = 'The request took too long to arrive.'

/** Opens a connection that sends a beginning and then stalls; `ended` resolves to everything it received. */
async function openSlow(
  port: number,
  beginning: string,
): Promise<{ socket: Socket; ended: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  // A reset is an acceptable way to be disconnected.
  socket.on('error', () => undefined)
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)))
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  socket.write(beginning)
  return { socket, ended }
}

test('200 connections that never finish their request keep nobody else waiting, and are cut off', async () => {
  await using server = await testServer({ config: { arrival: { withinMs: 5_000, checkEveryMs: 100 } } })
  const client = await server.asNew()
  const slow = await Promise.all(
    Array.from({ length: 200 }, (_, at) => openSlow(server.port, beginnings[at % 4] ?? '')),
  )
  expect((await client.call(session.whoami, {})).status).toBe(200)
  expect((await client.call(agencies.search, { searchText: 'a' })).status).toBe(200)
  expect(slow.filter(({ socket }) => !socket.closed).length).toBeGreaterThan(0)
  const answers = await Promise.all(slow.map(({ ended }) => ended))
  const answered = answers.filter((answer) => answer !== '')
  for (const answer of answered) expect(answer).toMatch(/^HTTP\/1\.1 (408|401) /)
  // Of a request without a head or without all of its body: a connection that is merely idle is closed without a word.
  for (const kind of [1, 3]) {
    const told = answers.filter((answer, at) => at % 4 === kind && answer.includes(tooSlow))
    expect(told, beginnings[kind]).not.toEqual([])
  }
  expect((await client.call(session.whoami, {})).status).toBe(200)
})

test('600 requests, 60 at once, are answered or told to come again, and the server is well afterwards', async () => {
  await using server = await testServer({ config: { sessionRate: 300 } })
  const client = await server.asNew()
  const statuses: number[] = []
  const ask = async (at: number): Promise<number> =>
    at % 3 === 0
      ? (await client.call(agencies.search, { searchText: 'agency' })).status
      : (await client.call(session.whoami, {})).status
  const sender = async (): Promise<void> => {
    for (let at = 0; at < 10; at += 1) statuses.push(await ask(at))
  }
  await Promise.all(Array.from({ length: 60 }, sender))
  expect(statuses).toHaveLength(600)
  expect(new Set(statuses.map((status) => [200, 429, 503].includes(status)))).toEqual(new Set([true]))
  expect(statuses.filter((status) => status === 200)).toHaveLength(300)
  server.clock.turn(10)
  expect((await client.call(session.whoami, {})).status).toBe(200)
  const other = await server.asNew()
  expect((await other.call(agencies.search, { searchText: 'agency' })).status).toBe(200)
})
