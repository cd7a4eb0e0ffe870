import { agencies } from '@agency-support/contract/modules/agencies'
import { subscription } from '@agency-support/contract/modules/subscription'
import { P } from '@agency-support/contract/permissions'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../test/app.ts'

/** A server that records the requests it receives. */
interface Listener {
  url: string
  server: Server
  got: { headers: Record<string, unknown>; body: string }[]
}

async function listen(): Promise<Listener> {
  const got: Listener['got'] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      got.push({ headers: request.headers, body })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, got }
}

interface SpanJson {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

let collector: Listener
let office: Listener
let server: TestServer
beforeAll(async () => {
  collector = await listen()
  office = await listen()
  const backOffice = { baseUrl: office.url, token: 'planted-office-token' }
  server = await testServer({ config: { tracesEndpoint: collector.url, backOffice } })
})
afterAll(() => {
  for (const { server: one } of [collector, office]) {
    one.close()
    one.closeAllConnections()
  }
})

function readSpans(): SpanJson[] {
  return collector.got.flatMap(({ body }) => {
    const { resourceSpans }: { resourceSpans: { scopeSpans: { spans: SpanJson[] }[] }[] } = JSON.parse(body)
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  })
}
const getFact = ({ attributes }: SpanJson, key: string): unknown =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0]

test('a call is a span with its number and outcome, statements and providers are spans in it, and no value is in any', async () => {
  await server.agency(6938)
  const writer = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  const reader = await server.asNew()
  const renamed = await writer.call(agencies.updateName, { agencyId: 6938, name: 'Planted Name' })
  await reader.call(agencies.updateName, { agencyId: 6938, name: 'Planted Name' })
  await reader.call(subscription.billing, { agencyId: '6938' })
  await server.close()
  const spans = readSpans()
  const calls = spans.filter(({ name }) => name === 'agencies.updateName')
  expect(calls.map((span) => getFact(span, 'agency_support.outcome'))).toEqual(['ok', 'denied'])
  expect(calls.map((span) => getFact(span, 'http.response.status_code'))).toEqual([200, 403])
  const [call] = calls
  expect(call && getFact(call, 'agency_support.request_id')).toBe(renamed.headers['x-request-id'])
  const inCall = spans.filter(({ traceId }) => traceId === call?.traceId)
  const texts = inCall.map((span) => getFact(span, 'db.query.text'))
  expect(texts).toContainEqual(expect.stringMatching(/from session/))
  expect(texts).toContainEqual(expect.stringMatching(/insert into journal/))
  // Background work starts no trace.
  const statements = spans.filter((span) => getFact(span, 'db.query.text') !== undefined)
  expect(statements.filter(({ parentSpanId = '' }) => parentSpanId === '')).toEqual([])
  const asked = spans.find((span) => getFact(span, 'peer.service') !== undefined)
  expect(office.got[0]?.headers['traceparent']).toBe(`00-${asked?.traceId}-${asked?.spanId}-01`)
  const all = collector.got.map(({ body }) => body).join('\n')
  expect(all).not.toMatch(/[Pp]lanted|agency_support_session=|Bearer/)
})
