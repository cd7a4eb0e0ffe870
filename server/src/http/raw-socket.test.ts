import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import { lines, sendRaw } from '../../test/raw-socket.ts'

const server = useServer()

const end = ['', '']
const smuggled = lines('GET /api/environment HTTP/1.1', 'Host: a', 'Connection: close', ...end)

test.each([
  [
    'two lengths',
    lines('POST /api/request HTTP/1.1', 'Host: a', 'Content-Length: 2', 'Content-Length: 3', ...end, '{}x'),
  ],
  [
    'a length and chunks',
    lines(
      'POST /api/request HTTP/1.1',
      'Host: a',
      'Content-Length: 4',
      'Transfer-Encoding: chunked',
      ...end,
      '0',
      '',
      smuggled,
    ),
  ],
  [
    'a chunk size that is none',
    lines(
      'POST /auth/staff/signin/cookie HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      ...end,
      'zz',
      '{}',
      '0',
      ...end,
    ),
  ],
  [
    'another encoding after chunked',
    lines(
      'POST /api/request HTTP/1.1',
      'Host: a',
      'Transfer-Encoding: chunked, identity',
      ...end,
      '0',
      ...end,
    ),
  ],
  [
    'a header folded over two lines',
    lines('GET /api/environment HTTP/1.1', 'Host: a', 'X-A: b', ' c', 'X: y\0z', ...end),
  ],
  ['a blank before the colon', lines('GET /api/environment HTTP/1.1', 'Host : a', ...end)],
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['TLS to a plain port', Buffer.from([0x16, 3, 1, 0, 0xa5, 1, 0, 0, 0xa1, 3, 3])],
])('%s is refused once, in our form, and the connection is ended', async (_what, bytes) => {
  const answer = await sendRaw(server.port, bytes)
  expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400'])
  expect(answer).toContain('content-type: application/json; charset=utf-8')
  expect(answer).toContain('connection: close')
  expect(answer).toContain('x-content-type-options: nosniff')
  expect(answer).toContain('{"code":400,"message":"The request is not valid HTTP.","data":[]}')
})

test.each([
  [
    431,
    'The headers of the request are too large.',
    lines('GET /api/environment HTTP/1.1', 'Host: a', `X-A: ${'b'.repeat(20_000)}`, ...end),
  ],
  [
    413,
    'The request is too large.',
    lines(
      'POST /auth/staff/signin/cookie HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      '',
      `2;${'x'.repeat(20_000)}`,
      '{}',
      '0',
      ...end,
    ),
  ],
])('what is too large for the parser is refused with %i', async (status, message, bytes) => {
  const answer = await sendRaw(server.port, bytes)
  expect(answer).toContain(`HTTP/1.1 ${status} `)
  const body = JSON.stringify({ code: status, message, data: [] })
  expect(answer.endsWith(`\r\n\r\n${body}`)).toBe(true)
  expect(answer).toContain(`content-length: ${body.length}\r\n`)
  expect(answer).toContain('connection: close')
})

test('an address of 8 kB is the longest', async () => {
  const ask = (length: number): Promise<string> => {
    const address = '/api/environment?'.padEnd(length, 'x')
    return sendRaw(server.port, lines(`GET ${address} HTTP/1.1`, 'Host: a', 'Connection: close', ...end))
  }
  expect(await ask(8 * 1024)).toMatch(/^HTTP\/1\.1 200 /)
  const refused = await ask(8 * 1024 + 1)
  expect(refused).toMatch(/^HTTP\/1\.1 414 /)
  expect(refused).toContain('{"code":414,"message":"The address is too long.","data":[]}')
})

test('a missing Host header is refused', async () => {
  const answer = await sendRaw(
    server.port,
    lines('GET /api/environment HTTP/1.1', 'Connection: close', ...end),
  )
  expect(answer).toMatch(/^HTTP\/1\.1 400/)
})

test('what is refused unread is answered once, and the rest of the connection is not taken for a request', async () => {
  const answer = await sendRaw(
    server.port,
    lines(
      'POST /api/request HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Content-Length: 500',
      ...end,
      smuggled,
    ),
  )
  expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 401'])
  expect(answer).toContain('connection: close')
})

test.each([['Host: b'], ['host: a'], ['HOST:']])(
  'a second Host header (%s) is refused, and the connection ended',
  async (second) => {
    const answer = await sendRaw(
      server.port,
      lines('GET /api/environment HTTP/1.1', 'Host: a', 'X-A: host', second, ...end) + smuggled,
    )
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400'])
    expect(answer).toContain('connection: close')
    expect(answer).toContain('{"code":400,"message":"The request names more than one host.","data":[]}')
  },
)

test('a body that is shorter than announced is waited for, not guessed', async () => {
  const half = lines(
    'POST /auth/staff/signin/cookie HTTP/1.1',
    'Host: a',
    'Content-Type: application/json',
    'Content-Length: 50',
    ...end,
    '{',
  )
  const socket = connect(server.port, '127.0.0.1')
  let answered = ''
  socket.on('data', (bytes) => {
    answered += bytes.toString()
  })
  await new Promise<void>((resolve) => socket.write(half, () => resolve()))
  const whole = await sendRaw(server.port, smuggled)
  expect(whole).toMatch(/^HTTP\/1\.1 200/)
  expect(answered).toBe('')
  socket.destroy()
})

test('two cookies of the same name with different values sign nobody in', async () => {
  const [one, other] = [await server.asNew(), await server.asNew()]
  const ask = (...cookies: string[]): Promise<string> =>
    sendRaw(
      server.port,
      lines(
        'GET /auth/staff/whoami HTTP/1.1',
        `Host: localhost:${server.port}`,
        ...cookies.map((cookie) => `Cookie: ${cookie}`),
        'Connection: close',
        ...end,
      ),
    )
  expect(await ask(one.cookie ?? '')).toMatch(/^HTTP\/1\.1 200/)
  expect(await ask(one.cookie ?? '', other.cookie ?? '')).toMatch(/^HTTP\/1\.1 401/)
  expect(await ask(`${one.cookie}; ${other.cookie}`)).toMatch(/^HTTP\/1\.1 401/)
  expect(await ask(`${one.cookie}; ${one.cookie}`)).toMatch(/^HTTP\/1\.1 200/)
})
