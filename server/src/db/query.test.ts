import { expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import { errorFacts } from '../lib/log.ts'
import { query, statement } from './query.ts'

const { db } = useDatabase({ poolSize: 1 })

const prepared = (name: string, byKey: boolean) =>
  statement<[name: string], { name: string }>(
    name,
    `select name, ${byKey} as "byKey" from pg_prepared_statements where name = $1`,
    { byKey },
  )
const onPool = prepared('prepared_on_pool', false)
const byKey = prepared('prepared_by_key', true)

test('a statement is prepared under its own name, by key, on the pool and in a transaction', async () => {
  for (const asked of [onPool, byKey]) {
    const expected = [{ name: asked.name, byKey: asked.byKey }]
    expect(await query(db.read, asked, [asked.name])).toEqual(expected)
    expect(await query(db.write, asked, [asked.name])).toEqual(expected)
    const inTransaction = db.write.transaction().execute((tx) => query(tx, asked, [asked.name]))
    expect(await inTransaction).toEqual(expected)
  }
})

const divide = statement<[by: number], { n: number }>('divide_ten', 'select 10 / $1::int as n')

test.each(['read', 'write'] as const)('a failure names its statement: %s', async (way) => {
  const failure: unknown = await query(db[way], divide, [0]).catch((error: unknown) => error)
  expect(failure).toMatchObject({ message: 'division by zero', code: '22012' })
  expect(errorFacts(failure)).toMatchObject({ code: '22012', statement: 'divide_ten' })
})

test('two statements cannot have one name, nor any a name that PostgreSQL would cut', () => {
  statement('only_one', 'select 1')
  statement('only_one', 'select 1')
  expect(() => statement('only_one', 'select 2')).toThrow('two statements are called "only_one"')
  expect(() => statement('a'.repeat(64), 'select 1')).toThrow('is not a valid name of a statement')
})
