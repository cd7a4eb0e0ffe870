import { session } from '@agency-support/contract/modules/session'
import { switches } from '@agency-support/contract/modules/switches'
import { expect, test } from 'vitest'
import { testServer } from '../../test/app.ts'
import { attempt } from '../../test/sign-in.ts'
import { signInsPerMinute } from '../calls/throttle.ts'

const password = 'correct horse battery'

test('behind https the cookies are bound to the host, and browsers are told to stay with https', async () => {
  const publicOrigin = 'https://support.example.com'
  await using server = await testServer({
    config: { publicOrigin, frameAncestors: ['https://office.example.com'] },
  })
  const { username } = await server.person({ password })
  const client = await server.as(null)
  const got = await attempt(server, username, password, client)
  expect(got.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-agency_support=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/),
    expect.stringMatching(
      /^__Host-agency_support_browser=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    ),
  ])
  expect(got.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
  expect(got.headers['content-security-policy']).toContain(
    "frame-ancestors 'self' https://office.example.com",
  )
  expect((await client.call(session.whoami, {})).status).toBe(200)
  const foreign = await client.call(session.signOut, {}, { origin: `http://localhost:${server.port}` })
  expect(foreign.status).toBe(400)
})

test('on this machine over http nothing speaks of https', async () => {
  await using server = await testServer()
  const got = await (await server.as(null)).call(switches.environment, {})
  expect(got.headers['strict-transport-security']).toBeUndefined()
  expect(got.headers['content-security-policy']).toMatch(/frame-ancestors 'self'(;|$)/)
})

test('a proxy that is trusted tells addresses apart; its word is written down', async () => {
  await using server = await testServer({ config: { trustedProxies: ['127.0.0.1'] } })
  const { username } = await server.person({ password })
  const client = await server.as(null)
  const from = (address: string, given: string): Promise<{ status: number }> =>
    client.call(session.signIn, { username, password: given }, { 'x-forwarded-for': address })
  for (let at = 0; at <= signInsPerMinute; at += 1)
    expect((await from(`10.0.0.${at}`, 'wrong')).status).toBe(200)
  const row = await server.db.read
    .selectFrom('journal')
    .select('after')
    .orderBy('seq')
    .executeTakeFirstOrThrow()
  expect(row.after).toEqual({ why: 'invalid credentials', address: '10.0.0.0' })
})
