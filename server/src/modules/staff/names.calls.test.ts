import { contract } from '@agency-support/contract'
import { staff } from '@agency-support/contract/modules/staff'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { allPermissions } from '../../../test/people.ts'

const { session } = contract
const server = useServer()
let admin: TestClient
beforeAll(async () => {
  admin = await server.asNew({ permissions: allPermissions })
})

test.each([
  [{ username: 'аdmin2@t.example' }, 'mix scripts: “а” (U+0430) is Cyrillic, “d” is Latin.'],
  [{ username: 'admin2\u200b@t.example' }, 'contain the invisible character U+200B.'],
  [{ username: '<img/src=x>@x' }, 'contain “<”.'],
  [{ lastName: 'Lovelace\u202e' }, 'contain the invisible character U+202E.'],
])('an account of %j is not created: the sentence says which character is refused', async (given, says) => {
  const input = { username: 'new@support.test', firstName: 'A', lastName: 'B', ...given }
  const got = await admin.call(staff.createAccount, input)
  expect([got.status, got.code]).toEqual([400, 400])
  expect(got.message).toMatch(/^(User name|Names) must not /)
  expect(got.message.endsWith(says)).toBe(true)
})

test('two ways of writing one name are one name', async () => {
  const input = { firstName: 'A', lastName: 'B' }
  const made = await admin.call(staff.createAccount, { ...input, username: 'Jose\u0301@support.test' })
  expect(made.data[0]?.account.username).toBe('josé@support.test')
  const again = await admin.call(staff.createAccount, { ...input, username: 'ＪＯＳÉ@support.test' })
  expect([again.code, again.message]).toEqual([409, 'There is already an account with this user name.'])
})

test('an account that has such a name already still signs in and is managed by it', async () => {
  const password = 'three green boats'
  const username = 'аdmin2\u200b<b>@t.example'
  const person = await server.person({ username, password })
  const browser = await server.as(null)
  const signedIn = await browser.call(session.signIn, { username: username.toUpperCase(), password })
  expect(signedIn.bare().status).toBe(0)
  const permissions = [P.CanAccess, P.SeatManagement]
  const saved = await admin.call(staff.savePermissions, { user: { username, permissions } })
  expect(saved.data[0]).toMatchObject({ username, permissions })
  for (const act of ['disableAccount', 'enableAccount', 'resetPassword'] as const)
    expect((await admin.call(staff[act], person)).code).toBe(0)
})
