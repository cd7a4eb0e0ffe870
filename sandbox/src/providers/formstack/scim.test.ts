import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FormstackEmulator, startFormstack } from './start.ts'
import { staticToken } from './state.ts'

// A SCIM client that knows only RFC 7643 and 7644.

interface Resource {
  schemas: string[]
  id: string
  active?: boolean
  userName?: string
  emails?: { value: string }[]
  members?: { value: string }[]
  meta: { resourceType: string; location: string }
}
interface ListResponse {
  schemas: string[]
  totalResults: number
  startIndex: number
  itemsPerPage: number
  Resources: Resource[]
}
interface ScimError {
  schemas: string[]
  status: string
  scimType?: string
  detail: string
}

const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const patch = (...Operations: object[]) => ({
  method: 'PATCH',
  body: JSON.stringify({ schemas: [patchOp], Operations }),
})

let emulator: FormstackEmulator
beforeAll(async () => {
  emulator = await startFormstack()
  const users = Array.from({ length: 23 }, (_, at) => ({
    id: `u${at + 1}`,
    email: `User${at + 1}@smith.test`,
  }))
  const group = { id: '4711', displayName: 'Smith Insurance', users }
  const headers = { 'content-type': 'application/json' }
  await fetch(`${emulator.url}/groups`, { method: 'POST', headers, body: JSON.stringify(group) })
})
afterAll(() => emulator.close())

async function ask<T>(
  path: string,
  options: RequestInit = {},
  token = staticToken,
): Promise<{ status: number; type: string; body: T }> {
  const answer = await fetch(`${emulator.settings.baseUrl}${path}`, {
    ...options,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
  })
  const text = await answer.text()
  const type = answer.headers.get('content-type') ?? ''
  return { status: answer.status, type, body: (text === '' ? null : JSON.parse(text)) as T }
}

test('a group and its members are resources with schemas, ids as text, type and location', async () => {
  const { status, type, body: group } = await ask<Resource>('/Groups/4711')
  expect([status, type]).toEqual([200, expect.stringContaining('application/scim+json')])
  expect(group).toMatchObject({ id: '4711', displayName: 'Smith Insurance' })
  expect(group.schemas).toContain('urn:ietf:params:scim:schemas:core:2.0:Group')
  expect(group.members).toHaveLength(23)
  const { body: user } = await ask<Resource>(`/Users/${group.members?.[0]?.value}`)
  expect(user).toMatchObject({ id: 'u1', userName: 'User1@smith.test', active: true })
  expect(user.schemas).toContain('urn:ietf:params:scim:schemas:core:2.0:User')
  for (const { meta, id } of [group, user]) {
    expect(meta.location).toBe(`${emulator.settings.baseUrl}/${meta.resourceType}s/${id}`)
    expect((await fetch(meta.location)).status).toBe(401)
  }
})

test('users are listed in pages that count from 1', async () => {
  const seen: string[] = []
  for (let startIndex = 1; ; startIndex += 10) {
    const { body } = await ask<ListResponse>(`/Users?startIndex=${startIndex}&count=10`)
    expect(body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:ListResponse'])
    expect([body.totalResults, body.startIndex]).toEqual([23, startIndex])
    expect(body.itemsPerPage).toBe(body.Resources.length)
    seen.push(...body.Resources.map(({ id }) => id))
    if (seen.length >= body.totalResults) break
  }
  expect(new Set(seen).size).toBe(23)
  expect((await ask<ListResponse>('/Users?count=0')).body).toMatchObject({ totalResults: 23, Resources: [] })
})

test('a filter finds a user by name in any case, and no other filter is served', async () => {
  const find = (filter: string) =>
    ask<ListResponse & ScimError>(`/Users?filter=${encodeURIComponent(filter)}`)
  const { body } = await find('userName eq "USER7@smith.test"')
  expect(body.Resources.map(({ id }) => id)).toEqual(['u7'])
  expect((await find('userName eq "nobody@smith.test"')).body.totalResults).toBe(0)
  for (const filter of ['userName sw "user"', 'emails.value eq "user7@smith.test"', 'userName eq "a', '']) {
    const refused = await find(filter)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ status: '400', scimType: 'invalidFilter' })
    expect(refused.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
  }
})

test.each([
  ['with its path', { op: 'replace', path: 'active', value: false }],
  ['without a path', { op: 'Replace', value: { active: false } }],
])('a user is changed by PATCH %s, and changing it back is the same again', async (_how, operation) => {
  const { status, body } = await ask<Resource>('/Users/u2', patch(operation))
  expect([status, body.active]).toEqual([200, false])
  expect((await ask<Resource>('/Users/u2')).body.active).toBe(false)
  const back = await ask<Resource>('/Users/u2', patch({ op: 'replace', path: 'active', value: true }))
  expect(back.body.active).toBe(true)
})

test('a change that is not supported or not a PatchOp is refused and changes nothing', async () => {
  const bad = [
    patch({ op: 'replace', path: 'userName', value: 'x' }),
    patch({ op: 'replace', path: 'active', value: 'no' }),
    patch(),
    { method: 'PATCH', body: '{"active":false}' },
    { method: 'PATCH', body: '{' },
  ]
  for (const options of bad) expect((await ask('/Users/u3', options)).status).toBe(400)
  expect((await ask<Resource>('/Users/u3')).body.active).toBe(true)
})

test('a user is deleted with 204 and is gone from its group; deleting again is 404', async () => {
  const { status, body } = await ask('/Users/u23', { method: 'DELETE' })
  expect([status, body]).toEqual([204, null])
  const again = await ask<ScimError>('/Users/u23', { method: 'DELETE' })
  expect(again.status).toBe(404)
  expect(again.body).toMatchObject({ status: '404' })
  expect(again.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
  expect((await ask<Resource>('/Groups/4711')).body.members?.map(({ value }) => value)).not.toContain('u23')
})

test('without a token that holds every route says 401 in the form of an error', async () => {
  const routes = [
    ['/Groups/4711', {}],
    ['/Users/u1', {}],
    ['/Users', {}],
    ['/Users/u1', patch({ op: 'replace', path: 'active', value: false })],
    ['/Users/u1', { method: 'DELETE' }],
  ] as const
  for (const [path, options] of routes) {
    const refused = await ask<ScimError>(path, options, 'another')
    expect([refused.status, refused.body.status]).toEqual([401, '401'])
  }
})
