import { expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'
import { countDeletions } from '../../../test/deletions.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { daySeconds, plusSeconds } from '../../lib/clock.ts'
import { deleteOldAttempts, deleteOldFailures } from './service.ts'

test.each([
  [
    'sign_in_failure',
    deleteOldAttempts,
    'insert into sign_in_failure (name_hash, failures, window_start) select int8send(n), 1, $1 from generate_series(1, $2) n',
  ],
  [
    'failed_sign_in',
    deleteOldFailures,
    `insert into failed_sign_in (hour, address, why, attempts, counted)
select $1, n::text, 'unknown name', 1, 1 from generate_series(1, $2) n`,
  ],
])('old rows of %s are deleted by short transactions', async (table, deleteOld, insert) => {
  await using own = await testServer()
  const rows = { table, insert, number: 10_001, at: plusSeconds(own.clock.now(), -31 * daySeconds) }
  const counts = await countDeletions(own.db, rows, () => deleteOld(own.db, own.clock.now()))
  expect(counts).toEqual([5_000, 5_000, 1])
})

test('a counter that starts anew while it is being deleted is kept', async () => {
  await using own = await testServer()
  const old = plusSeconds(own.clock.now(), -2 * daySeconds)
  const names = [Buffer.from('one'), Buffer.from('other')] as const
  await own.db.write
    .insertInto('sign_in_failure')
    .values(names.map((name_hash) => ({ name_hash, failures: 1, window_start: old })))
    .execute()
  let deleting: Promise<void> | undefined
  await own.db.write.transaction().execute(async (tx) => {
    await tx
      .updateTable('sign_in_failure')
      .set({ window_start: own.clock.now() })
      .where('name_hash', '=', names[0])
      .execute()
    deleting = deleteOldAttempts(own.db, own.clock.now())
    await untilOneWaits(tx, 'sign_in_failure')
  })
  await deleting
  const left = await own.db.read.selectFrom('sign_in_failure').select('name_hash').execute()
  expect(left).toEqual([{ name_hash: names[0] }])
})
