import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/use-database.ts'
import { countWork, findLastSeal, listOthers, readDatabase, removeProcess, saveProcess } from './store.ts'

const { db } = useDatabase()
const at = new Date('2026-11-20T09:00:00Z')

test('the other processes are listed by host and number, and forgotten one by one', async () => {
  const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
  const save = (number: number, host: string, pid: number, told_at = at) => {
    const process_id = idOf(number)
    return saveProcess(db, { process_id, host, pid, build: '', started_at: at, told_at, figures: {} }, at)
  }
  const others = async () => (await listOthers(db.read, idOf(1))).map(({ process_id: id }) => id)
  await save(1, 'b', 3)
  await save(2, 'b', 5)
  await save(3, 'b', 4)
  await save(4, 'a', 6)
  expect(await others()).toEqual([idOf(4), idOf(3), idOf(2)])
  await removeProcess(db, idOf(3))
  expect(await others()).toEqual([idOf(4), idOf(2)])
  // Its own report is too old at once.
  await save(5, 'a', 1, new Date(at.getTime() - 1))
  expect(await others()).toEqual([idOf(4), idOf(2)])
})

test('work that is due now or later is not overdue', async () => {
  const work = { agency_id: 1, input: '{}', progress: '{}', requested_by: 'ann', requested_at: at }
  await db.write
    .insertInto('outside_work')
    .values(
      [0, 60].map((seconds) => ({
        ...work,
        work_id: `00000000-0000-4000-8000-0000000000${10 + seconds}`,
        kind: `made.in${seconds}`,
        next_attempt_at: new Date(at.getTime() + seconds * 1_000),
      })),
    )
    .execute()
  expect(await countWork(db.read, at)).toMatchObject({ open: 2, overdue_at: null })
})

test('the migration of the database is its last one', async () => {
  const applied = await db.read.selectFrom('migration').select('name').execute()
  const last = applied
    .map(({ name }) => name)
    .toSorted()
    .at(-1)
  expect(await readDatabase(db.read)).toMatchObject({ migration: last })
})

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
