import { session } from '@agency-support/contract/modules/session'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import type { TestClient } from '../../test/client.ts'
import type { Got } from '../../test/exchange.ts'
import { isSameOrigin, otherSiteSentence } from './same-origin.ts'

const ours = 'https://support.example.com'

describe('what a browser says of where a request comes from', () => {
  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, true, true],
    [{ origin: ours }, true, true],
    [{ origin: ours, 'sec-fetch-site': 'same-origin' }, true, true],
    [{ origin: ours, 'sec-fetch-site': 'cross-site' }, false, false],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, false, false],
    [{ 'sec-fetch-site': 'same-site' }, false, false],
    [{ 'sec-fetch-site': 'none' }, true, false],
    [{}, true, false],
    [{ origin: 'null' }, false, false],
    [{ origin: `${ours}.evil.example` }, false, false],
    [{ origin: 'https://support.example.com@evil.example' }, false, false],
    [{ origin: `${ours}:8443` }, false, false],
    [{ origin: 'http://support.example.com' }, false, false],
    [{ origin: 'https://SUPPORT.example.com' }, false, false],
  ])('%j: may read %s, may change %s', (headers, read, change) => {
    expect(isSameOrigin(headers, ours, { changes: false })).toBe(read)
    expect(isSameOrigin(headers, ours, { changes: true })).toBe(change)
  })
})

const server = useServer({ config: { signInByGet: true } })
let client: TestClient
beforeAll(async () => {
  client = await server.asNew({ permissions: [2000, 2006] })
})

function expectRefused(got: Got): void {
  expect([got.status, JSON.parse(got.body)]).toEqual([
    400,
    { code: 400, message: otherSiteSentence, data: [] },
  ])
}

describe('requests from elsewhere that a browser would send with the cookie', () => {
  const foreign = [
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'http://user@localhost',
    'http://localhost:1',
  ]

  test.each(foreign)('a write from %s is refused', async (origin) => {
    const body = JSON.stringify({ command: 'UpdateAgencyName', agencyId: 1, name: 'Hijacked' })
    const headers = { 'content-type': 'application/json', origin }
    expectRefused(await client.send({ method: 'POST', path: '/api/request', body, headers }))
  })

  test.each(['/auth/staff/signout', '/auth/staff/renew', '/api/live'])(
    'an image of %s is refused',
    async (path) => {
      expectRefused(
        await client.send({ method: 'GET', path }, { origin: undefined, 'sec-fetch-site': 'cross-site' }),
      )
      expect((await client.call(session.whoami, {})).status).toBe(200)
    },
  )

  test('sign-out without any sign of where it comes from is refused, reading is not', async () => {
    expectRefused(await client.send({ method: 'GET', path: '/auth/staff/signout' }, { origin: undefined }))
    expect((await client.call(session.whoami, {}, { origin: undefined })).status).toBe(200)
  })

  test('sign-in by GET from another site is refused', async () => {
    const path = '/auth/staff/signin/cookie?username=a&password=b'
    expectRefused(await client.send({ method: 'GET', path }, { 'sec-fetch-site': 'cross-site' }))
  })

  test('a public read is for everybody', async () => {
    const got = await client.send(
      { method: 'GET', path: '/api/environment' },
      { origin: 'https://evil.example' },
    )
    expect(got.status).toBe(200)
    expect(got.headers['access-control-allow-origin']).toBeUndefined()
  })
})

test.each(['https://evil.example', 'null', 'http://localhost', 'https://support.example.com', 'file://'])(
  'a preflight from %s is allowed nothing',
  async (origin) => {
    const got = await client.send(
      { method: 'OPTIONS', path: '/api/request' },
      { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    )
    expect(got.status).toBe(405)
    expect(Object.keys(got.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  },
)
