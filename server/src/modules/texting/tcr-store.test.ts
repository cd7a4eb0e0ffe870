import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/use-database.ts'
import { listTexting } from './list-store.ts'
import { listTcr } from './tcr-store.ts'

const { db } = useDatabase({ poolSize: 1 })

test('a list longer than a page comes whole and in order', async () => {
  const at = new Date('2026-11-22T10:00:00Z')
  const rows = Array.from({ length: 7 }, (_, n) => ({
    agency_id: 100 - n,
    phones_changed_by: 'agency',
    phones_changed_at: at,
    tcr_number: `C${n}`,
    tcr_created_by: 'agency',
    tcr_created_at: at,
    tcr_updated_by: 'agency',
    tcr_updated_at: at,
  }))
  await db.write.insertInto('agency_texting').values(rows).execute()
  for (const list of [
    listTcr(db.read, 'orphans', { id: 'agency_id' }, 3),
    listTexting(db.read, { id: 'agency_id' }, 3),
  ]) {
    const pieces: unknown[][] = []
    for await (const piece of list) pieces.push(JSON.parse(`[${piece}]`) as unknown[])
    expect(pieces.map(({ length }) => length)).toEqual([3, 3, 1])
    expect(pieces.flat()).toEqual([94, 95, 96, 97, 98, 99, 100].map((id) => ({ id })))
  }
})
