import { session } from '@agency-support/contract/modules/session'
import { beforeEach, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import { wrongPasswords } from '../../../test/sign-in.ts'
import { plusSeconds } from '../../lib/clock.ts'
import { journalFailed } from './failed-sign-ins.ts'
import { deleteOldAttempts, deleteOldFailures } from './service.ts'

const hour = 3600
const day = 24 * hour
const server = useServer({ config: { trustedProxies: ['127.0.0.1'] } })
beforeEach(() => {
  // Begin at the start of an hour.
  const seconds = server.clock.now().getTime() / 1000
  server.clock.turn(Math.ceil((seconds + 1) / hour) * hour - seconds)
})

/** Failed sign-ins from an address, as reported by the proxy. */
async function fail(address: string, username: string, times = 1): Promise<void> {
  const browser = await server.as(null)
  for (const password of wrongPasswords(times))
    await browser.call(session.signIn, { username, password }, { 'x-forwarded-for': address })
}
const rows = () =>
  server.db.read
    .selectFrom('journal')
    .select(['after', 'actor_kind', 'actor', 'subject'])
    .where('event', '=', 'session.failedInHour')
    .orderBy('seq')
    .execute()
const kept = () => server.db.read.selectFrom('failed_sign_in').selectAll().execute()

test('unknown and locked names make one row of the journal an hour and reason, whichever process writes it; then they have an end', async () => {
  const began = server.clock.now().toISOString()
  const { username } = await server.person({ password: 'correct horse battery' })
  for (const [at, name] of ['a', 'b', 'c', 'd', 'e'].entries())
    await fail(`203.0.113.${at % 2}`, `${name}@support.test`)
  await fail('203.0.113.1', username, 12)
  expect(await rows()).toEqual([])
  expect(await journalFailed(server.db, server.clock)).toBe(0)
  server.clock.turn(hour)
  const written = await Promise.all([1, 2, 3].map(() => journalFailed(server.db, server.clock)))
  expect(written.toSorted((one, other) => one - other)).toEqual([0, 0, 2])
  const by = { actor_kind: 'system', actor: 'sign-in', subject: null }
  expect(await rows()).toEqual([
    { ...by, after: { hour: began, why: 'locked out', attempts: 2, addresses: 1 } },
    { ...by, after: { hour: began, why: 'unknown name', attempts: 5, addresses: 2 } },
  ])
  server.clock.turn(29 * day)
  await deleteOldFailures(server.db, server.clock.now())
  expect(await kept()).toHaveLength(3)
  server.clock.turn(day)
  await deleteOldFailures(server.db, server.clock.now())
  expect(await kept()).toEqual([])
})

test('a straggler of an hour that is counted makes a row of its own', async () => {
  const before = (await rows()).length
  await fail('203.0.113.1', 'nobody@support.test')
  server.clock.turn(hour)
  await journalFailed(server.db, server.clock)
  await server.db.write
    .updateTable('failed_sign_in')
    .set((row) => ({ attempts: row('attempts', '+', 2) }))
    .execute()
  await journalFailed(server.db, server.clock)
  expect((await rows()).slice(before).map(({ after }) => after)).toMatchObject([
    { attempts: 1, addresses: 1 },
    { attempts: 2, addresses: 1 },
  ])
})

test('the journal tells which failure of a known name locked it; the attempts after that are only counted', async () => {
  const { username } = await server.person({ password: 'correct horse battery' })
  await fail('203.0.113.9', username, 12)
  const failed = await server.db.read
    .selectFrom('journal')
    .select('after')
    .where('subject', '=', username)
    .orderBy('seq')
    .execute()
  const one = { why: 'invalid credentials', address: '203.0.113.9' }
  expect(failed.map(({ after }) => after)).toEqual([
    ...Array.from({ length: 9 }, () => one),
    { ...one, locked: true },
  ])
  expect(await kept()).toContainEqual(
    expect.objectContaining({ address: '203.0.113.9', why: 'locked out', attempts: 2 }),
  )
})

test('failed attempts at a name are kept for a day', async () => {
  const { username } = await server.person()
  await fail('203.0.113.1', username)
  const left = async (seconds: number): Promise<number> => {
    await deleteOldAttempts(server.db, plusSeconds(server.clock.now(), seconds))
    return (await server.db.read.selectFrom('sign_in_failure').select('failures').execute()).length
  }
  expect(await left(day)).toBeGreaterThan(0)
  expect(await left(day + 1)).toBe(0)
})
