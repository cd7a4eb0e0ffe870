import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/use-database.ts'
import { findLastSeal } from './store.ts'

const { db } = useDatabase()

test('the latest seal of the journal is reported with its time, and none before the first', async () => {
  expect(await findLastSeal(db.read)).toBeUndefined()
  const seal = (id: number) => ({
    seal_id: id,
    from_xid: String(id),
    to_xid: String(id + 1),
    entries: 1,
    head: Buffer.alloc(32),
    sealed_at: new Date(Date.UTC(2026, 10, 20, 9, 0, id)),
  })
  await db.write
    .insertInto('journal_seal')
    .values([seal(3), seal(2)])
    .execute()
  expect(await findLastSeal(db.read)).toEqual({ seal_id: 3, sealed_at: seal(3).sealed_at })
})
