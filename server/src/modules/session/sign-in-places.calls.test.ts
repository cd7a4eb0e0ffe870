import { session } from '@agency-support/contract/modules/session'
import { beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import type { SignInAnswer } from '../../../test/sign-in.ts'
import { signInsPerMinute } from '../../calls/throttle.ts'
import { maxFailedPerMinute } from './attempts.ts'

const password = 'correct horse battery'
const server = useServer({ config: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } })
let outside: TestClient
beforeEach(async () => {
  server.clock.turn(3600)
  // A browser in which nobody has signed in.
  outside = await server.as(null)
})

/** A sign-in as forwarded by the proxy. */
function from(forwarded: string, username: string, given: string, by = outside): Promise<SignInAnswer> {
  return by.call(session.signIn, { username, password: given }, { 'x-forwarded-for': forwarded })
}

/** The addresses in the latest journal rows about a person, newest first. */
async function readAddresses(subject: string): Promise<unknown[]> {
  const rows = await server.db.read
    .selectFrom('journal')
    .select('after')
    .where('subject', '=', subject)
    .orderBy('seq', 'desc')
    .execute()
  return rows.map(({ after }) => (after as { address?: unknown }).address)
}

const countedPlaces = async (): Promise<string[]> => {
  const rows = await server.db.read
    .selectFrom('sign_in_address')
    .select('address')
    .where('window_start', '>', new Date(server.clock.now().getTime() - 60_000))
    .where('address', '<>', 'all failures')
    .execute()
  return rows.map(({ address }) => address)
}

describe('sign-ins are counted by where they come from', () => {
  test('a new port each time is the same place', async () => {
    const { username } = await server.person({ password })
    const statuses: number[] = []
    for (let at = 0; at <= signInsPerMinute; at += 1)
      statuses.push((await from(`203.0.113.7:${5000 + at}`, 'nobody@support.test', 'guess')).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(await countedPlaces()).toEqual(['203.0.113.7'])
    server.clock.turn(60)
    expect((await from('203.0.113.7:443', username, password)).bare().status).toBe(0)
    expect(await readAddresses(username)).toEqual(['203.0.113.7'])
  })

  test('a proxy behind the first is known with a port, too', async () => {
    const { username } = await server.person({ password })
    await from('[2001:db8::7]:5555, 10.0.0.2:80', username, 'not the password')
    expect(await readAddresses(username)).toEqual(['2001:db8::7'])
  })

  test('what is no address is the proxy’s own, and none of it is kept', async () => {
    const { username } = await server.person({ password })
    await from('x'.repeat(6_000), username, 'not the password')
    await from('; drop table journal', username, password)
    expect(await readAddresses(username)).toEqual(['127.0.0.1', '127.0.0.1'])
    expect(await countedPlaces()).toEqual(['127.0.0.1'])
    const kept = await server.db.read.selectFrom('session').select('address').execute()
    expect(kept.every(({ address }) => address.length < 50)).toBe(true)
  })

  test('2,000 addresses of one /64 are one place; its neighbour is another', async () => {
    const statuses = new Map<number, number>()
    for (let block = 0; block < 2_000; block += 20)
      await Promise.all(
        Array.from({ length: 20 }, async (_, at) => {
          const address = `2001:db8:0:1:${(block + at).toString(16)}::1`
          const { status } = await from(address, `name${block + at}@support.test`, 'guess')
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }),
      )
    expect(Object.fromEntries(statuses)).toEqual({ 200: signInsPerMinute, 429: 2_000 - signInsPerMinute })
    expect(await countedPlaces()).toEqual(['2001:db8:0:1::/64'])
    expect((await from('2001:db8:0:2::1', 'nobody@support.test', 'guess')).status).toBe(200)
  })
})

describe('failed sign-ins of all places together', () => {
  test('are limited; a browser that is known is not held up, and a minute later nobody is', async () => {
    const { username } = await server.person({ password })
    const known = await server.as(null)
    await from('203.0.113.1', username, password, known)
    const guessed = await server.person({ password })
    // Locks the name first, because no password is hashed for a locked name, which saves time.
    for (let at = 0; at < 10; at += 1) await from(`198.51.100.${at}`, guessed.username, 'guess')
    // A few at a time: all at once would be too many for a slow machine.
    for (let block = 10; block < maxFailedPerMinute; block += 10) {
      const places = Array.from({ length: 10 }, (_, at) => `203.0.113.${block + at}`)
      // Wrong passwords, unknown names and locked ones count alike.
      const name = block === 10 ? 'name@support.test' : guessed.username
      const others = await Promise.all(places.map((place) => from(place, name, 'guess')))
      expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]))
    }
    const refused = await from('192.0.2.1', username, password)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
    expect((await from('203.0.113.1', username, password, known)).bare().status).toBe(0)
    server.clock.turn(60)
    expect((await from('192.0.2.1', username, password)).bare().status).toBe(0)
  })
})
