import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { useDatabase } from '../../../test/use-database.ts'
import { listSeatRequests } from './store.ts'

const everyStatus = { statuses: [1, 2, 4], since: null }
const { db } = useDatabase({ poolSize: 1 })

beforeAll(async () => {
  await db.write.insertInto('agency').values({ agency_id: 6938 }).execute()
  // Several rows per microsecond and millisecond: none may be lost where a page ends among them.
  await sql`insert into seat_request (requested_at, agency_id, requested_by, quantity, target_seat_total, first_name, last_name, email, status)
    select timestamptz '2026-11-20T09:00:00Z' + (n / 3) * interval '1 microsecond', 6938, 'ABC', 1, n, 'A', 'B', 'a@b.test', (array[1, 2, 4])[1 + n % 3]
    from generate_series(1, 40) n`.execute(db.write)
})

async function readIdsByPages(size?: number): Promise<number[]> {
  const ids: number[] = []
  for await (const piece of listSeatRequests(db.read, everyStatus, { id: 'seat_request_id' }, size))
    ids.push(...(JSON.parse(`[${piece}]`) as { id: number }[]).map(({ id }) => id))
  return ids
}

test('pages of any size give each request once, newest first', async () => {
  const whole = Array.from({ length: 40 }, (_, index) => 40 - index)
  expect(await readIdsByPages()).toEqual(whole)
  for (const size of [1, 2, 3, 7, 40]) expect([size, await readIdsByPages(size)]).toEqual([size, whole])
})
