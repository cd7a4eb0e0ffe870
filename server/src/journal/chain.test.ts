import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import { appendRenames, testInstant } from '../../test/journal-rows.ts'
import { nextHeads, rowsBetween, type SealedRow } from './chain.ts'

const { db } = useDatabase()

test('a row is sealed as its columns in their order, instants as ISO and JSON as the text of the database', async () => {
  await appendRenames(db, 'Smith')
  await appendRenames(db, 'Jones')
  const stored = await db.read.selectFrom('journal').select(['seq', 'xid']).orderBy('seq').execute()
  const [first, second] = stored
  if (first === undefined || second === undefined) throw new Error('two rows are needed')
  // A new database numbers its rows from 1.
  expect(first.seq).toBe(1)
  const found: SealedRow[] = []
  for await (const row of rowsBetween(db.read, first.xid, second.xid)) found.push(row)
  const who = ['staff', 'ann', 1, 'r1']
  expect(found).toEqual([
    [
      1,
      first.xid,
      testInstant.toISOString(),
      ...who,
      'agencies.renamed',
      1,
      null,
      '{"name": ""}',
      '{"name": "Smith"}',
      null,
    ],
  ])
})

const row: SealedRow = [
  4,
  '17',
  '2026-11-20T09:00:00.000Z',
  'staff',
  'ann',
  1,
  'r1',
  'agencies.renamed',
  1,
  null,
  '{"name": "Ä"}',
  null,
  null,
]

// If this computation changed, existing journals could no longer be verified.
test.each([
  [null, '10 20'],
  ['00112233aabbccdd', '10 20 00112233aabbccdd'],
])(
  'a head is the digest of the one before, the range with the next key (%s) and each row on a line',
  async (nextKeyId, said) => {
    const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const previous = Buffer.from('c0ffee', 'hex')
    const line =
      '[4,"17","2026-11-20T09:00:00.000Z","staff","ann",1,"r1","agencies.renamed",1,null,"{\\"name\\": \\"Ä\\"}",null,null]\n'
    const says = { fromXid: '10', toXid: '20', nextKeyId }
    expect(await nextHeads(keys, previous, says, [row, row])).toEqual({
      heads: keys.map((key) =>
        createHmac('sha256', key)
          .update(Buffer.concat([previous, Buffer.from(`\n${said}\n${line}${line}`)]))
          .digest(),
      ),
      entries: 2,
    })
  },
)
