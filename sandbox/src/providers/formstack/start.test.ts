import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { callControl } from '../control.ts'
import { type FormstackEmulator, startFormstack } from './start.ts'
import { staticToken } from './state.ts'

let emulator: FormstackEmulator
beforeAll(async () => {
  emulator = await startFormstack()
})
afterEach(() => callControl(emulator.url, 'DELETE', '/received'))
afterAll(() => emulator.close())

const set = (path: `/${string}`, given: object): Promise<unknown> =>
  callControl(emulator.url, 'POST', path, given)
const get = (path: `/${string}`): Promise<unknown> => callControl(emulator.url, 'GET', path)

async function ask(
  path: string,
  options: RequestInit & { key?: string; token?: string } = {},
): Promise<Response> {
  const { key, token = staticToken, ...rest } = options
  return fetch(emulator.settings.baseUrl + path, {
    ...rest,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/scim+json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  })
}

const group = {
  id: '12',
  users: [
    { id: '12-1', email: 'a@smith.test' },
    { id: '12-2', email: 'b@smith.test' },
  ],
}
const deactivate = JSON.stringify({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', path: 'active', value: false }],
})

async function newToken(): Promise<string> {
  const { tokenUrl, clientId, clientSecret } = emulator.settings
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const body = new URLSearchParams({ grant_type: 'client_credentials' })
  const answer = await fetch(tokenUrl, { method: 'POST', body, headers: { authorization } })
  const token = (await answer.json()) as { access_token: string; expires_in: number; token_type: string }
  expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 3_600 })
  return token.access_token
}

test('a token is given for client credentials alone and holds for an hour by the clock', async () => {
  await set('/groups', group)
  const wrong = await fetch(emulator.settings.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    headers: { authorization: 'Basic d3Jvbmc6d3Jvbmc=' },
  })
  expect(wrong.status).toBe(401)
  await set('/clock', { now: '2026-11-20T09:00:00Z' })
  const token = await newToken()
  expect((await ask('/Groups/12', { token })).status).toBe(200)
  await set('/clock', { now: '2026-11-20T10:00:00Z' })
  expect((await ask('/Groups/12', { token })).status).toBe(401)
})

test('what it received is shown without tokens, and an unknown route is 501 and remembered', async () => {
  expect((await ask('/Groups/12')).status).toBe(200)
  expect((await ask('/Bulk', { method: 'POST', body: '{}', key: '9/12-1' })).status).toBe(501)
  expect(await get('/unknown')).toEqual(['POST /scim/Bulk'])
  const received = await get('/received')
  expect(received).toEqual([
    { method: 'GET', url: '/scim/Groups/12', key: '' },
    { method: 'POST', url: '/scim/Bulk', key: '9/12-1' },
  ])
  expect(JSON.stringify(received)).not.toContain(staticToken)
})

test('effects are counted by work: what changes nothing counts nothing', async () => {
  await set('/groups', group)
  await set('/clock', { now: '2026-11-20T09:00:00Z' })
  for (const key of ['7/12-1', '7/12-1', '8/12-1'])
    expect((await ask('/Users/12-1', { method: 'PATCH', body: deactivate, key })).status).toBe(200)
  expect((await ask('/Users/12-2', { method: 'DELETE', key: '8/12-2' })).status).toBe(204)
  expect(await get('/effects')).toEqual({ 7: { 'deactivated 12-1': 1 }, 8: { 'removed 12-2': 1 } })
  const user = (await (await ask('/Users/12-1')).json()) as object
  expect(user).toMatchObject({
    active: false,
    'urn:hs:esign:1.0:User': { deactivated: '2026-11-20T09:00:00.000Z' },
  })
})

test('a fault strikes where it is set, as often as it is set, and a lost answer was carried out', async () => {
  await set('/groups', group)
  await set('/fault', { endpoint: 'group', id: '12', kind: 'status', status: 503, times: 1 })
  expect((await ask('/Groups/12')).status).toBe(503)
  expect((await ask('/Groups/12')).status).toBe(200)
  await set('/fault', { endpoint: 'patch', kind: 'lost', times: 1 })
  const change = { method: 'PATCH', body: deactivate, key: '7/12-1' }
  await expect(ask('/Users/12-1', change)).rejects.toThrow('fetch failed')
  await set('/fault', { endpoint: 'patch', kind: 'drop', times: 1 })
  await expect(ask('/Users/12-2', { ...change, key: '7/12-2' })).rejects.toThrow('fetch failed')
  expect(await get('/effects')).toEqual({ 7: { 'deactivated 12-1': 1 } })
  await expect(set('/fault', { kind: 'none' })).rejects.toThrow('400')
})
