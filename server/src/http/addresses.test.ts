import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allCalls } from '@agency-support/contract'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../test/app.ts'
import type { TestClient } from '../../test/client.ts'
import { parseEnvelope, type Got } from '../../test/exchange.ts'
import { addressPattern } from './not-found.ts'

const page = '<!doctype html><title>Agency Support</title>'

let folder: string
let server: TestServer
let client: TestClient
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'assets/main-abc123.js'), 'export {}')
  writeFileSync(join(folder, 'assets/main-abc123.js.br'), 'compressed')
  writeFileSync(join(folder, 'assets/csv.worker-abc123.js'), 'export {}')
  writeFileSync(join(folder, 'sources.sha256'), 'a digest of the sources')
  server = await testServer({ config: { consoleFolder: folder } })
  client = await server.asNew()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const get = (path: string, method = 'GET'): Promise<Got> => client.send({ method, path })
const failure = (got: Got): unknown[] => [got.status, parseEnvelope(got).message]
const nothing = [404, 'There is nothing at this address.']
const nothingOrInvalid = ['There is nothing at this address.', 'The request is not valid.']

describe('pages', () => {
  const routes = [
    '/',
    '/?src=bo&dest=/agency-detail/6938&tab=config',
    '/signin',
    '/unauthorized',
    '/updatePassword',
    '/agency-detail/6938',
    '/agency-detail-6x/6938',
    '/agency-detail-6xWarn/6938',
    '/agency-setup',
    '/agency-setup-6x',
    '/client-lookup-5x/6938',
    '/email-management',
    '/market-item-mgmt-6x',
    '/newProductCreated',
    '/products',
    '/products/-1',
    '/seatManagement',
    '/selfservecerts',
    '/staff-accounts',
    '/status-admin',
    '/user-management',
    '/vendors',
    '/reports/agency-cancellation',
    '/reports/product-activation',
    '/reports/product-billing',
    '/reports/signins',
    '/reports/subscription-events',
    '/reports/tcr/orphans',
    '/reports/tcr/summary',
    '/reports/totals',
  ]
  test.each(routes)('[ROUTE-01] %s is answered with the application', async (path) => {
    const got = await get(path)
    expect([got.status, got.body]).toEqual([200, page])
    expect(got.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    })
  })

  test('what the build notes for itself is not reported', async () => {
    const got = await get('/sources.sha256')
    expect([got.status, got.body]).toEqual([200, page])
  })

  test('files with a hash in their name are kept for good; others are asked for again', async () => {
    const asset = await get('/assets/main-abc123.js')
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(asset.headers['content-type']).toMatch(/javascript/)
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  test.each([undefined, 'br'])(
    'a script (encoding %s) goes without the policies of a document',
    async (accepted) => {
      const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
      const asset = await client.send({ method: 'GET', path: '/assets/main-abc123.js', headers })
      expect(asset.headers['content-encoding']).toBe(accepted)
      expect(asset.headers).not.toHaveProperty('content-security-policy')
      expect(asset.headers).not.toHaveProperty('permissions-policy')
      expect(asset.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      })
    },
  )

  test.each(['/assets/csv.worker-abc123.js', '/favicon.svg'])(
    '%s has its own policy, as a worker or a document',
    async (path) => {
      const { headers } = await get(path)
      expect(headers['content-security-policy']).toContain("script-src 'self'")
    },
  )

  test('HEAD of a page has the head and no body', async () => {
    const got = await get('/signin', 'HEAD')
    expect([got.status, got.body, got.headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8'])
  })

  test.each(['/assets/old-build.js', '/assets/../../package.json', '/assets/%2e%2e/%2e%2e/etc/passwd'])(
    '%s is nothing, not the page',
    async (path) => {
      const got = await get(path)
      expect(got.body).not.toContain('root:')
      expect(failure(got)).toEqual(nothing)
    },
  )
})

// The server itself decides about paths outside the folder of hashed files.
test.each([
  '/../package.json',
  '/../../../../../../etc/passwd',
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/..%5c..%5cpackage.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/..%2fsources.sha256',
  '/assets/..%5csources.sha256',
  '/assets/%252e%252e/sources.sha256',
  '//etc/passwd',
  '/assets//etc/passwd',
  '/assets/%c0%ae%c0%ae/sources.sha256',
  '/assets/',
  '/assets/#%zz',
  '/nowhere#%ff',
  '/api/nowhere#%',
])('%s leads to no file: the page or a refusal', async (path) => {
  const got = await get(path)
  expect([200, 302, 400, 404]).toContain(got.status)
  if (got.status === 200) expect(got.body).toBe(page)
  else if (got.status !== 302) expect(nothingOrInvalid).toContain(parseEnvelope(got).message)
})

test.each([
  '/signin?next=%3Cscript%3Ealert(1)%3C/script%3E',
  '/<script>alert(1)</script>',
  '/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '/assets/%3Cscript%3Ealert(1)%3C%2Fscript%3E.js',
  '/api/<script>alert(1)</script>',
  '/api/file/%3Cscript%3Ealert(1)%3C%2Fscript%3E/logo?v=%3Cscript%3Ealert(1)',
  '/api/file/download?agencyId=%3Cscript%3Ealert(1)%3C/script%3E&type=alert(1)',
  '/staff/seats/used/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
])('nothing of %s stands in what is answered', async (path) => {
  const got = await get(path)
  expect(got.status).toBeLessThan(500)
  expect(got.body + JSON.stringify(got.headers)).not.toMatch(/alert|%3C|<s/i)
})

test.each(['/api/Environment', '/api/environment/', '/api//environment'])(
  '%s is not the address of a call',
  async (path) => {
    expect(failure(await get(path))).toEqual(nothing)
  },
)

describe('a page that is opened under another name', () => {
  const open = async (path: string, headers: Record<string, string>): Promise<Got> =>
    (await server.as(null)).send({ method: 'GET', path }, headers)
  const elsewhere = ['127.0.0.1', '[::1]', 'support.example.com']

  test.each(elsewhere.flatMap((name) => [`${name}:4000`, name]))(
    '[TRUTH-34] %s is led to the same path of the public origin',
    async (host) => {
      for (const path of ['/agency-detail/6938?tab=config', '/vendors', '/']) {
        const away = await open(path, { host })
        const there = new URL(away.headers.location ?? '')
        expect([away.status, there.origin, there.pathname, away.body]).toEqual([
          302,
          server.origin,
          path.split('?')[0],
          '',
        ])
        expect(away.headers['cache-control']).toBe('no-store, private')
        // There the address loses what marked it.
        const arrived = await open(there.pathname + there.search, { host: new URL(server.origin).host })
        expect([arrived.status, arrived.headers.location]).toEqual([302, `${server.origin}${path}`])
      }
    },
  )

  test('each page is, one right after the other, in one browser', async () => {
    const browser = await server.as(null)
    for (const path of ['/seatManagement', '/user-management', '/seatManagement']) {
      const got = await browser.send({ method: 'GET', path }, { host: '127.0.0.1:4000' })
      expect([got.status, got.headers.location]).toEqual([302, `${server.origin}${path}?redirected`])
    }
  })

  test.each(['/health/live', '/health/ready', '/api/environment', '/assets/main-abc123.js', '/favicon.svg'])(
    'leads away only pages: not %s',
    async (path) => {
      expect((await open(path, { host: '127.0.0.1' })).status).toBe(200)
    },
  )

  test('an address that is whole leads nowhere: it would be written behind the name', async () => {
    const got = await open('http://support.example.com/', { host: '127.0.0.1' })
    expect([got.status, got.headers.location]).toEqual([200, undefined])
  })

  test('a call of agencies’ software under any name is answered', async () => {
    const software = await server.software(6938)
    const beat = { versionDisplay: '5.4.2', hostName: 'ws-1' }
    expect((await software.call(agencyCommands.heartbeat, beat, { host: '10.0.0.7:4000' })).code).toBe(0)
  })

  test('the same name at a port that is forwarded stays', async () => {
    expect((await open('/', { host: 'localhost:8080' })).status).toBe(200)
  })

  test('behind a proxy the name that the browser used counts', async () => {
    const forwarded = (host: string) => open('/', { host: '10.0.0.7:4000', 'x-forwarded-host': host })
    expect((await forwarded(new URL(server.origin).host)).status).toBe(200)
    expect((await forwarded('support.example.com')).headers.location).toBe(`${server.origin}/?redirected`)
    // Each proxy adds the name under which it was asked.
    const right = new URL(server.origin).host
    expect((await forwarded(`${right}, 10.0.0.7`)).status).toBe(200)
    expect((await forwarded(`10.0.0.7 , ${right}`)).status).toBe(302)
    expect((await forwarded('no name at all')).status).toBe(200)
  })

  test('a proxy that hides the name does not send people round in circles', async () => {
    const host = '10.0.0.7:4000'
    const { location = '' } = (await open('/signin?a=b', { host })).headers
    expect(location).toBe(`${server.origin}/signin?a=b&redirected`)
    expect((await open(location.slice(server.origin.length), { host })).status).toBe(200)
  })
})

describe('addresses of calls are never answered with the page', () => {
  const prefixes = [
    '/api',
    '/auth',
    '/application',
    '/seat',
    '/staff',
    '/agency/profile',
    '/agent',
    '/webhooks',
    '/hubs',
    '/health',
  ]
  test.each(prefixes.flatMap((prefix) => [prefix, `${prefix}/`, `${prefix}/nothing/here`]))(
    '%s',
    async (path) => {
      expect(failure(await get(path))).toEqual(nothing)
    },
  )

  test('every call of the contract is below one of them', () => {
    const others = allCalls.filter(({ at }) => !prefixes.some((prefix) => at.path.startsWith(`${prefix}/`)))
    expect(others.map(({ at }) => at.path)).toEqual([])
  })

  test.each(['/%61pi/nothing', '/api%2Fnothing', '/auth/%73taff/nothing'])(
    '%s, written otherwise',
    async (path) => {
      expect(failure(await get(path))).toEqual(nothing)
    },
  )

  test.each(['/%', '/%zz', '/agency-detail/%c3%28'])('%s is no address', async (path) => {
    const got = await get(path)
    expect(failure(got)).toEqual([400, 'The request is not valid.'])
    expect(got.headers).toMatchObject({
      'cache-control': 'no-store, private',
      'x-content-type-options': 'nosniff',
    })
  })
})

describe('methods', () => {
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']
  const allowed = Map.groupBy(
    allCalls.filter(({ at }) => at.form !== 'query' || at.onlyWith === undefined),
    ({ at }) => at.path,
  )
  const wrong = [...allowed].flatMap(([path, calls]) => {
    const methods = new Set(calls.map(({ at }) => at.method as string))
    return others.filter((method) => !methods.has(method)).map((method) => ({ method, path, methods }))
  })

  test.each(wrong)('$method $path answers 405 with what is allowed', async ({ method, path, methods }) => {
    const got = await get(path, method)
    expect(got.status).toBe(405)
    expect(new Set(got.headers.allow?.split(', '))).toEqual(methods)
    if (method !== 'HEAD') expect(failure(got)).toEqual([405, 'This method is not allowed here.'])
  })

  test('a page can only be got', async () => {
    const got = await get('/signin', 'POST')
    expect([got.status, got.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test.each(['x-http-method-override', 'x-method-override', '_method'])(
    '%s overrides nothing',
    async (header) => {
      const got = await client.send({ method: 'POST', path: '/auth/staff/whoami' }, { [header]: 'GET' })
      expect(got.status).toBe(405)
      const path = `/staff/seats/release/6938/ABC?${header}=DELETE`
      expect((await client.send({ method: 'GET', path }, { [header]: 'DELETE' })).status).toBe(405)
    },
  )
})

test.each([
  ['/staff/seats/used/:agencyId', '/staff/seats/used/6938', true],
  ['/staff/seats/used/:agencyId', '/staff/seats/used/', false],
  ['/staff/seats/used/:agencyId', '/staff/seats/used/1/2', false],
  ['/staff/seats/release/:agencyId/:username', '/staff/seats/release/1/a@b.c', true],
  ['/api/openapi.json', '/api/openapiXjson', false],
])('the address %s is met by %s: %s', (url, path, expected) => {
  expect(addressPattern(url).test(path)).toBe(expected)
})
