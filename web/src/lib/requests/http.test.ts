import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { basicAuth } from './basic-auth.ts'
import { connection } from './connection.ts'
import { del, get, getBlob, onRefusal, post, postBlob, type Reactions, SignInFailed } from './http.ts'
import { type Profile, profileStore } from '../profile.ts'
import { readOnly, useReadOnly } from './read-only.ts'
import { learnServerTime, serverNow } from './server-time.ts'

let reactions: { [Name in keyof Reactions]: ReturnType<typeof vi.fn<Reactions[Name]>> }

const ada: Profile = { hsUserName: 'ada', exp: 1_900_000_000, permissions: [], passwordChangeRequired: false }

beforeEach(() => {
  reactions = { unauthenticated: vi.fn<() => void>(), forbidden: vi.fn<(message: string) => void>() }
  onRefusal(reactions)
})
afterEach(() => {
  connection.reached()
  profileStore.set(null)
})

test('[API-02] post sends a JSON body and is ok on HTTP 200', async () => {
  const asked = await answeringServer((_asked, response) => json(response, { code: 0 }))
  const reply = await post('/api/request', { command: 'GetTimeZones' })
  expect(reply).toEqual({ ok: true, status: 200, body: { code: 0 } })
  expect(asked).toMatchObject([
    {
      method: 'POST',
      path: '/api/request',
      headers: { 'content-type': 'application/json' },
      body: '{"command":"GetTimeZones"}',
    },
  ])
})

test.each([201, 202, 204, 206, 304, 404, 409, 500])(
  '[API-02] [API-03] HTTP %i is no success',
  async (status) => {
    await answeringServer((_asked, response) => response.writeHead(status).end())
    expect(await post('/api/request', {})).toMatchObject({ ok: false, status, body: null })
  },
)

test('[API-04] get takes query parameters and basic auth, and asks the browser to send the cookie', async () => {
  const asked = await answeringServer((_asked, response) => json(response, {}))
  const seen = vi.spyOn(globalThis, 'fetch')
  await get('/api/file', {
    query: { name: 'a b&c', empty: '', none: undefined, size: 7, all: true },
    headers: basicAuth('jörg', 'p:w'),
  })
  expect(asked[0]).toMatchObject({
    method: 'GET',
    path: '/api/file?name=a+b%26c&empty=&size=7&all=true',
    headers: { authorization: `Basic ${Buffer.from('jörg:p:w').toString('base64')}` },
    body: '',
  })
  expect(asked[0]?.headers['content-type']).toBeUndefined()
  expect(seen.mock.calls[0]?.[1]?.credentials).toBe('same-origin')
})

test('[API-05] delete takes query parameters and asks the browser to send the cookie', async () => {
  const asked = await answeringServer((_asked, response) => json(response, {}))
  const seen = vi.spyOn(globalThis, 'fetch')
  await del('/staff/seats/release', { query: { agencyId: 6938 } })
  expect(asked[0]).toMatchObject({ method: 'DELETE', path: '/staff/seats/release?agencyId=6938' })
  expect(seen.mock.calls[0]?.[1]?.credentials).toBe('same-origin')
})

test('[API-06] a request has no time limit of its own; leaving its screen ends it', async () => {
  await answeringServer(() => undefined)
  const seen = vi.spyOn(globalThis, 'fetch')
  const left = new AbortController()
  const pending = get('/api/slow', { signal: left.signal })
  expect(seen.mock.calls[0]?.[1]?.signal).toBe(left.signal)
  await expect(Promise.race([pending, wait(50, 'still waiting')])).resolves.toBe('still waiting')
  left.abort()
  await expect(pending).rejects.toThrow(/abort/)
  await answeringServer((_asked, response) => json(response, {}))
  await get('/api/other')
  expect(seen.mock.calls[1]?.[1]).not.toHaveProperty('signal')
})

test('[API-01] the wrapper posts JSON, gets and deletes, and takes a file by post and by get under its own name', async () => {
  const asked = await answeringServer(({ path }, response) =>
    path.startsWith('/file')
      ? response.writeHead(200, { 'content-disposition': 'attachment; filename="a.bin"' }).end('bytes')
      : json(response, { code: 0 }),
  )
  for (const ask of [() => post('/call', { command: 'A' }), () => get('/call'), () => del('/call')])
    expect(await ask()).toMatchObject({ ok: true, body: { code: 0 } })
  for (const ask of [() => postBlob('/file', { command: 'B' }), () => getBlob('/file')]) {
    const { body } = await ask()
    expect(body?.name).toBe('a.bin')
    expect(await body?.text()).toBe('bytes')
  }
  expect(asked.map(({ method, body }) => `${method} ${body}`)).toEqual([
    'POST {"command":"A"}',
    'GET ',
    'DELETE ',
    'POST {"command":"B"}',
    'GET ',
  ])
})

/** Every way to send a request. */
const anyCall = [
  () => get('/a'),
  () => post('/b', {}),
  () => post('/b', new FormData()),
  () => del('/c'),
  () => getBlob('/d'),
  () => postBlob('/e', {}),
]

test('[API-12] HTTP 401 tells the app to sign out, on any call', async () => {
  await answeringServer((_asked, response) => json(response, { message: 'Please sign in.' }, 401))
  for (const ask of anyCall) expect(await ask()).toMatchObject({ ok: false, status: 401 })
  expect(reactions.unauthenticated).toHaveBeenCalledTimes(anyCall.length)
  expect(reactions.forbidden).not.toHaveBeenCalled()
})

test.each(['/api/request', '/auth/staff/renew'])(
  'a request to %s that crossed a confirmation, which replaces the cookie, is sent again and signs nobody out',
  async (path) => {
    profileStore.set(ada)
    const left = [401, 200]
    const asked = await answeringServer((_asked, response) =>
      json(response, { code: 0 }, left.shift() ?? 500),
    )
    expect(await post(path, { command: 'Rename' })).toEqual({ ok: true, status: 200, body: { code: 0 } })
    expect(asked.map(({ body }) => body)).toEqual(['{"command":"Rename"}', '{"command":"Rename"}'])
    expect(reactions.unauthenticated).not.toHaveBeenCalled()
  },
)

test.each([
  ['a call that is refused twice', '/api/request', true, 2],
  ['a call while nobody is signed in', '/api/request', false, 1],
  ['a question about the session itself that is refused twice', '/auth/staff/renew', true, 2],
])('[API-12] the session is over for %s', async (_what, path, isSignedIn, times) => {
  profileStore.set(isSignedIn ? ada : null)
  const asked = await answeringServer((_asked, response) => json(response, {}, 401))
  expect(await post(path, {})).toMatchObject({ ok: false, status: 401 })
  expect(asked).toHaveLength(times)
  expect(reactions.unauthenticated).toHaveBeenCalledOnce()
})

test('[API-13] HTTP 403 tells the app to show Unauthorized, on any call', async () => {
  await answeringServer((_asked, response) => json(response, { message: 'Not yours.' }, 403))
  for (const ask of anyCall) expect(await ask()).toMatchObject({ ok: false, status: 403 })
  expect(reactions.forbidden.mock.calls).toEqual(anyCall.map(() => ['Not yours.']))
  expect(reactions.unauthenticated).not.toHaveBeenCalled()
})

test.each([204, 400, 401, 403, 500])(
  '[API-14] an address with signin rejects on HTTP %i, and 401 or 403 there lead nowhere',
  async (status) => {
    await answeringServer((_asked, response) => response.writeHead(status, 'A Status Text').end())
    await expect(post('/auth/staff/signin/cookie', {})).rejects.toThrow(
      new SignInFailed(status, 'A Status Text'),
    )
    expect(reactions.unauthenticated).not.toHaveBeenCalled()
    expect(reactions.forbidden).not.toHaveBeenCalled()
  },
)

test('a sign-in that a proxy answers without any words says that an error occurred', async () => {
  await answeringServer((_asked, response) => response.socket?.end('HTTP/1.1 502 \r\n\r\n'))
  await expect(post('/auth/staff/signin/cookie', {})).rejects.toThrow(
    new SignInFailed(502, 'An error occurred.'),
  )
})

test('each answer tells what time it is at the server', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T15:00:00Z') })
  onTestFinished(() => {
    vi.useRealTimers()
    learnServerTime(new Date().toUTCString())
  })
  await answeringServer((_asked, response) => {
    response.setHeader('date', 'Sun, 22 Nov 2026 20:00:07 GMT')
    json(response, {}, 500)
  })
  await get('/api/request')
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-22T20:00:07.000Z')
})

test.each([502, 504])(
  'HTTP %i, which only a proxy answers, is no answer: neither its clock nor its headers count',
  async (status) => {
    const before = serverNow()
    readOnly.note(new Headers({ 'x-read-only': '1' }))
    onTestFinished(() => readOnly.note(new Headers()))
    await answeringServer((_asked, response) => {
      response.setHeader('date', 'Sun, 22 Nov 2020 20:00:07 GMT')
      json(response, { message: 'Bad Gateway' }, status)
    })
    const message = 'An error occurred.'
    expect(await get('/api/request')).toEqual({ ok: false, status: 0, statusText: '', message, body: null })
    expect(useReadOnly.getState()).toBe(true)
    expect(serverNow()).toBeGreaterThanOrEqual(before)
  },
)

test('[API-15] any other address passes a failure through as nothing', async () => {
  await answeringServer((_asked, response) => json(response, { code: 0, data: ['something'] }, 502))
  expect(await get('/api/request')).toMatchObject({ ok: false, body: null })
})

test.each([
  [{ message: 'Agency name must be 1 to 100 characters.' }, 'Agency name must be 1 to 100 characters.'],
  [{ message: '' }, 'An error occurred.'],
  [{ message: 7 }, 'An error occurred.'],
  [null, 'An error occurred.'],
])('[API-16] HTTP 400 with %o tells %s', async (body, message) => {
  await answeringServer((_asked, response) => json(response, body, 400))
  expect(await post('/api/request', {})).toMatchObject({ ok: false, status: 400, message, body: null })
})

test.each([401, 403, 404, 413, 429, 500, 503])(
  '[API-17] HTTP %i tells An error occurred.',
  async (status) => {
    await answeringServer((_asked, response) =>
      json(response, { message: 'The inside of the server' }, status),
    )
    expect(await post('/api/request', {})).toMatchObject({
      ok: false,
      status,
      message: 'An error occurred.',
      body: null,
    })
  },
)

test("[API-18] no answer at all tells the network error's message", async () => {
  await answeringServer((_asked, response) => response.destroy())
  const cause = await fetch(location.origin).catch((error: unknown) => error)
  expect(cause).toBeInstanceOf(TypeError)
  expect(await post('/api/request', {})).toMatchObject({
    ok: false,
    status: 0,
    message: (cause as TypeError).message,
    body: null,
  })
})

test('an answer that breaks off, or is no JSON, is no answer', async () => {
  await answeringServer((_asked, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
    response.write('{"code":0', () => response.destroy())
  })
  const none = { ok: false, status: 0, message: expect.stringMatching(/./) as unknown, body: null }
  expect(await post('/api/request', {})).toMatchObject(none)
  await answeringServer((_asked, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  )
  expect(await get('/api/request')).toMatchObject(none)
})
