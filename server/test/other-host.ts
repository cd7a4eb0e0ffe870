// A host that SERVICE_HOSTS names, in a process of its own: it checks who asks as docs/other-hosts.md says, and answers
// as the test tells it at /_mode.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const key = Buffer.from(process.argv[2] ?? '', 'base64')

interface Asked {
  method: string | undefined
  url: string
  headers: IncomingMessage['headers']
  body: string
  claims: Record<string, unknown>
}

const seen: Asked[] = []
let mode = 'answer'

/** What the assertion says, where it is the console's, of now, and of this very request. */
function readClaims(request: IncomingMessage, body: Buffer): Record<string, unknown> | undefined {
  const [head = '', payload = '', mark = ''] = (request.headers.authorization ?? '')
    .replace('Bearer ', '')
    .split('.')
  const right = createHmac('sha256', key).update(`${head}.${payload}`).digest()
  const given = Buffer.from(mark, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  const now = Date.now() / 1000
  const fits =
    claims['aud'] === `http://${request.headers.host}` &&
    claims['htm'] === request.method &&
    claims['htu'] === request.url &&
    claims['bodySha256'] === createHash('sha256').update(body).digest('base64url') &&
    Number(claims['exp']) > now &&
    Number(claims['exp']) < now + 90
  return fits ? claims : undefined
}

const instant = '2026-11-20T09:00:00.000Z'

function getAnswer({ method, url, body }: Asked): object {
  if (method === 'DELETE')
    return { code: 2, message: 'This seat was released already.', data: [{ secret: 1 }] }
  if (method === 'GET') {
    const usage = {
      licensedSeats: 7,
      usedSeats: 0,
      reportedAt: instant,
      seats: [],
      inner: 'unknown to the contract',
    }
    return { code: 0, message: '', data: [usage] }
  }
  if (url === '/staff/request') return { code: 200, message: '', data: [] }
  const {
    AgencyId: agencyId,
    Username: username,
    ExpiresOn: expiresOn,
  } = JSON.parse(body) as Record<string, unknown>
  return { code: 0, message: '', data: [{ grantId: 1, username, agencyId, created: instant, expiresOn }] }
}

const texts: Readonly<Record<string, [status: number, body: string]>> = {
  page: [200, '<html>Welcome</html>'],
  strange: [200, JSON.stringify({ code: 0, message: '', data: [{ seats: 'many' }] })],
  undeclared: [200, JSON.stringify({ code: 428, message: 'Who are you?', data: [] })],
  unknown: [401, JSON.stringify({ code: 401, message: 'Please sign in.', data: [] })],
  forbidden: [403, JSON.stringify({ code: 403, message: 'Not at this host.', data: [] })],
  busy: [429, ''],
  broken: [500, 'Exception at line 1'],
}

const server = createServer((request, response) => {
  void (async () => {
    const body = await buffer(request)
    const url = request.url ?? ''
    if (url === '/_mode') return void ((mode = body.toString()), response.end())
    if (url === '/_seen') return void response.end(JSON.stringify(seen.splice(0)))
    const claims = readClaims(request, body)
    const asked = {
      method: request.method,
      url,
      headers: request.headers,
      body: body.toString(),
      claims: claims ?? {},
    }
    seen.push(asked)
    if (mode === 'slow') return
    response.setHeader('set-cookie', 'other=1; Path=/')
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader('x-inner', 'secret')
    if (mode === 'busy') response.setHeader('retry-after', '7')
    if (mode === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end()
    const [status, text] =
      claims === undefined ? [401, ''] : (texts[mode] ?? [200, JSON.stringify(getAnswer(asked))])
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })()
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`LISTENS http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
