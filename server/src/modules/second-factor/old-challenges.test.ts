import { expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'
import { countDeletions } from '../../../test/deletions.ts'
import { plusSeconds } from '../../lib/clock.ts'
import { deleteOldChallenges } from './service.ts'

const insert = `insert into passkey_challenge (challenge, staff_id, purpose, expires_at)
select 'old ' || n, (select min(staff_id) from staff), 'signIn', $1 from generate_series(1, $2) n`

test('expired challenges are deleted by short transactions, the others stay', async () => {
  await using own = await testServer()
  await own.person({})
  const now = own.clock.now()
  const valid = plusSeconds(now, 1)
  await own.db.write
    .insertInto('passkey_challenge')
    .values(({ selectFrom }) => ({
      challenge: 'valid',
      staff_id: selectFrom('staff').select(({ fn }) => fn.min('staff_id').as('staff_id')),
      purpose: 'signIn',
      expires_at: valid,
    }))
    .execute()
  const rows = { table: 'passkey_challenge', insert, number: 5_001, at: plusSeconds(now, -1) }
  expect(await countDeletions(own.db, rows, () => deleteOldChallenges(own.db, now))).toEqual([5_000, 1])
  const left = await own.db.read.selectFrom('passkey_challenge').select('challenge').execute()
  expect(left).toEqual([{ challenge: 'valid' }])
})
