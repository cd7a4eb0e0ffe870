import { agencies } from '@agency-support/contract/modules/agencies'
import { session } from '@agency-support/contract/modules/session'
import { expect, test } from 'vitest'
import { testServer } from '../../test/app.ts'

test('once a sign-out is answered nothing succeeds under its cookie, in any process', async () => {
  await using first = await testServer()
  await using second = await testServer({ database: first.database, clock: first.clock })
  const client = await first.asNew()
  const others = await Promise.all([first.as(null), second.as(null)])
  for (const other of others) other.cookie = client.cookie
  const statuses = (times: number): Promise<number[]> =>
    Promise.all(
      Array.from({ length: times }, async (_, at) => {
        const other = others[at % 2] ?? client
        return (await other.call(agencies.timeZones, {})).status
      }),
    )
  expect(new Set(await statuses(4))).toEqual(new Set([200]))
  const during = statuses(20)
  expect((await client.call(session.signOut, {})).status).toBe(200)
  expect(new Set(await statuses(20))).toEqual(new Set([401]))
  for (const status of await during) expect([200, 401]).toContain(status)
})
