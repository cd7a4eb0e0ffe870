import { randomUUID } from 'node:crypto'
import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { session } from '@agency-support/contract/modules/session'
import { expect, test } from 'vitest'
import { testServer } from '../../test/app.ts'
import { countDeletions } from '../../test/deletions.ts'
import { useServer } from '../../test/use-server.ts'
import { attempt } from '../../test/sign-in.ts'
import { plusSeconds } from '../lib/clock.ts'
import { deleteOld } from './retention.ts'

const day = 24 * 3600
const password = 'correct horse battery'
const server = useServer()

/** The number of rows left in a table after retention ran this many seconds from now. */
async function leftAfter(table: 'session' | 'sign_in_address', seconds: number): Promise<number> {
  await deleteOld(server.db, plusSeconds(server.clock.now(), seconds))
  const rows = await server.db.read
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('rows'))
    .execute()
  return Number(rows[0]?.rows)
}

test('a session is kept for thirty days after its hard end, signed out of or not', async () => {
  const { username } = await server.person({ password })
  const [left, open] = [await server.as(null), await server.as(null)]
  for (const browser of [left, open]) await attempt(server, username, password, browser)
  expect((await open.call(secondFactor.sessions, {})).data).toHaveLength(2)
  await left.call(session.signOut, {})
  const hardEnd = day / 2
  expect(await leftAfter('session', hardEnd + 30 * day)).toBe(2)
  expect(await leftAfter('session', hardEnd + 30 * day + 1)).toBe(0)
})

test('a session that a wrong clock dated ahead ends half a day from now, used again or not', async () => {
  const { username } = await server.person({ password })
  await attempt(server, username, password, await server.as(null))
  const now = server.clock.now()
  const ahead = plusSeconds(now, 365 * day)
  await server.db.write.updateTable('session').set({ last_input_at: ahead, hard_end_at: ahead }).execute()
  await deleteOld(server.db, now)
  const sessions = server.db.read.selectFrom('session').select(['last_input_at', 'hard_end_at'])
  expect(await sessions.execute()).toEqual([{ last_input_at: now, hard_end_at: plusSeconds(now, day / 2) }])
})

test('a session that a wrong clock dated ahead is not kept longer for having been signed out of', async () => {
  const { username } = await server.person({ password })
  const browser = await server.as(null)
  await attempt(server, username, password, browser)
  await browser.call(session.signOut, {})
  const now = server.clock.now()
  await server.db.write
    .updateTable('session')
    .set({ hard_end_at: plusSeconds(now, 365 * day) })
    .execute()
  await deleteOld(server.db, now)
  expect(await leftAfter('session', day / 2 + 30 * day + 1)).toBe(0)
})

test('what sign-ins of a place count is kept for a day', async () => {
  const { username } = await server.person({ password })
  await attempt(server, username, 'not the password')
  const counted = await server.db.read.selectFrom('sign_in_address').select('address').execute()
  expect(counted.length).toBeGreaterThan(0)
  expect(await leftAfter('sign_in_address', day)).toBe(counted.length)
  expect(await leftAfter('sign_in_address', day + 1)).toBe(0)
})

test('work that is done is kept for ninety days, refused work until it is asked for again', async () => {
  const at = server.clock.now()
  const work = { agency_id: 7, input: '{}', progress: '{}', requested_at: at, requested_by: 'ann' }
  const ended = { ended_at: at, next_attempt_at: null }
  const later = { requested_at: plusSeconds(at, 1), ended_at: plusSeconds(at, 2), next_attempt_at: null }
  await server.db.write
    .insertInto('outside_work')
    .values([
      { ...work, ...ended, work_id: randomUUID(), kind: 'done', succeeded: true },
      { ...work, ...ended, work_id: randomUUID(), kind: 'refused', succeeded: false },
      { ...work, ...ended, work_id: randomUUID(), kind: 'mended', succeeded: false },
      { ...work, ...later, work_id: randomUUID(), kind: 'mended', succeeded: true },
      { ...work, work_id: randomUUID(), kind: 'open', next_attempt_at: at },
    ])
    .execute()
  const left = async (seconds: number) => {
    await deleteOld(server.db, plusSeconds(at, seconds))
    const rows = await server.db.read.selectFrom('outside_work').select('kind').orderBy('kind').execute()
    return rows.map(({ kind }) => kind)
  }
  expect(await left(90 * day)).toEqual(['done', 'mended', 'mended', 'open', 'refused'])
  expect(await left(90 * day + 1)).toEqual(['mended', 'open', 'refused'])
  expect(await left(90 * day + 3)).toEqual(['open', 'refused'])
})

test.each([
  [
    'idempotency',
    5_000,
    `insert into idempotency (owner, key, call, body_hash, created_at)
select 1, n::text, 'made.up', '', $1 from generate_series(1, $2) n`,
  ],
  [
    'session',
    5_000,
    `insert into session (token_hash, staff_id, created_at, authenticated_at, last_input_at, expires_at, hard_end_at)
select int8send(n), staff_id, $1, $1, $1, $1, $1 from generate_series(1, $2) n, (select staff_id from staff limit 1) one`,
  ],
  [
    'outside_work',
    5_000,
    `insert into outside_work (work_id, kind, agency_id, input, progress, requested_at, requested_by, ended_at, succeeded)
select gen_random_uuid(), 'made.up', n, '{}', '{}', $1, 'ann', $1, true from generate_series(1, $2) n`,
  ],
  [
    'sign_in_address',
    5_000,
    'insert into sign_in_address (address, attempts, window_start) select n::text, 1, $1 from generate_series(1, $2) n',
  ],
  [
    'refused_right',
    500,
    `insert into refused_right (staff_id, call, missing, since)
select staff_id, n::text, 'a right', $1 from generate_series(1, $2) n, (select staff_id from staff limit 1) one`,
  ],
])('old rows of %s are deleted by short transactions', async (table, most, insert) => {
  await using own = await testServer()
  await own.person({})
  const rows = { table, insert, number: 2 * most + 1, at: plusSeconds(own.clock.now(), -100 * day) }
  const counts = await countDeletions(own.db, rows, () => deleteOld(own.db, own.clock.now()))
  expect(counts).toEqual([most, most, 1])
})

test('what cannot be deleted does not keep the rest from being deleted, and the failure is told', async () => {
  const done: string[] = []
  const run = (name: string, failing: boolean) => () => {
    done.push(name)
    return failing ? Promise.reject(new Error(`${name} is stuck`)) : Promise.resolve()
  }
  const ofModules = [run('mails', true), run('drafts', false), run('counts', true)]
  await expect(deleteOld(server.db, server.clock.now(), ofModules)).rejects.toThrow('mails is stuck')
  expect(done).toEqual(['mails', 'drafts', 'counts'])
})

test('a stop of the server ends retention between two kinds', async () => {
  const stopping = new AbortController()
  const done: string[] = []
  const ofModules = ['mails', 'drafts'].map((name) => () => {
    done.push(name)
    stopping.abort()
    return Promise.resolve()
  })
  const stopped = deleteOld(server.db, server.clock.now(), ofModules, stopping.signal)
  await expect(stopped).rejects.toThrow('aborted')
  expect(done).toEqual(['mails'])
})
