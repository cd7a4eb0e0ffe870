import { allEvents } from '@agency-support/contract'
import { getModule } from '@agency-support/contract/event'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import { parseCursor, readChanges, readSnapshot, snapshotAt, toCursor, toHints } from './changes.ts'

const { db } = useDatabase({ poolSize: 3 })

const insert = (agencyId: number, times = 1): Promise<unknown> =>
  sql`insert into journal (at, actor_kind, actor, event, agency_id)
    select now(), 'system', 'test', 'agencies.renamed', ${agencyId}::int from generate_series(1, ${times}::int)`.execute(
    db.write,
  )

test('each look finds what came since the last one, once', async () => {
  const { snapshot } = await readSnapshot(db.read)
  await insert(1)
  const first = await readChanges(db.read, snapshot)
  expect(first.rows).toEqual([{ event: 'agencies.renamed', agencyId: 1 }])
  await insert(2)
  const second = await readChanges(db.read, first.snapshot)
  expect(second.rows.map(({ agencyId }) => agencyId)).toEqual([2])
  expect((await readChanges(db.read, second.snapshot)).rows).toEqual([])
})

test('an open transaction holds the snapshotXmin back, and nothing is sent twice or lost meanwhile', async () => {
  const { snapshot } = await readSnapshot(db.read)
  const found: number[] = []
  let seen = snapshot
  const look = async (): Promise<bigint> => {
    const changes = await readChanges(db.read, seen)
    seen = changes.snapshot
    found.push(...changes.rows.flatMap(({ agencyId }) => (agencyId === null ? [] : [agencyId])))
    return changes.snapshotXmin
  }
  await db.write.transaction().execute(async (tx) => {
    await sql`insert into journal (at, actor_kind, actor, event, agency_id) values (now(), 'system', 'slow', 'agencies.renamed', 10)`.execute(
      tx,
    )
    await insert(11)
    const held = await look()
    await insert(12)
    expect(await look()).toBe(held)
    expect(found).toEqual([11, 12])
  })
  await look()
  expect(found).toEqual([11, 12, 10])
})

test('a burst is told apart from what can be sent one by one', async () => {
  const { snapshot } = await readSnapshot(db.read)
  await insert(3, 2_000)
  expect(await readChanges(db.read, snapshot)).toMatchObject({ burst: false })
  await insert(3)
  const burst = await readChanges(db.read, snapshot)
  expect(burst.burst).toBe(true)
  expect(new Set(toHints(burst).map(({ module }) => module))).toEqual(
    new Set([...allEvents.keys()].map(getModule)),
  )
})

test('a database that went back in time counts as a burst', async () => {
  const { snapshotXmin } = await readSnapshot(db.read)
  expect(await readChanges(db.read, snapshotAt(snapshotXmin + 1_000_000n))).toMatchObject({
    burst: true,
    rows: [],
  })
})

test('rows become hints without repetition', () => {
  const rows = [
    { event: 'agencies.renamed', agencyId: 1 },
    { event: 'agencies.renamed', agencyId: 1 },
    { event: 'agencies.statusChanged', agencyId: 1 },
    { event: 'switches.changed', agencyId: null },
  ]
  expect(toHints({ rows, burst: false })).toEqual([
    { module: 'agencies', agencyId: 1, event: 'agencies.renamed' },
    { module: 'agencies', agencyId: 1, event: 'agencies.statusChanged' },
    { module: 'switches', agencyId: null, event: 'switches.changed' },
  ])
})

test('what was only read is news to the history alone: nobody loads a report again because of an export', () => {
  const rows = [
    { event: 'reports.exported', agencyId: null },
    { event: 'texting.messageRead', agencyId: 1 },
    { event: 'texting.reported', agencyId: 1 },
  ]
  const modules = toHints({ rows, burst: false }).map(({ module, event }) => [event, module])
  expect(modules).toEqual([
    ['reports.exported', 'journal'],
    ['texting.messageRead', 'journal'],
    ['texting.reported', 'texting'],
  ])
})

test('a hundred agencies are sent one by one, one more as their modules', () => {
  const rows = Array.from({ length: 101 }, (_, agencyId) => ({
    event: agencyId === 100 ? 'staff.permissionsChanged' : 'agencies.renamed',
    agencyId,
  }))
  expect(toHints({ rows: rows.slice(0, 100), burst: false })).toEqual(
    rows.slice(0, 100).map((row) => ({ module: 'agencies', ...row })),
  )
  expect(toHints({ rows, burst: false })).toEqual([
    { module: 'agencies', agencyId: null, event: null },
    { module: 'staff', agencyId: null, event: null },
  ])
})

test('an export among more than a hundred hints is news to the history alone too', () => {
  const rows = Array.from({ length: 101 }, (_, agencyId) => ({
    event: agencyId === 100 ? 'reports.exported' : 'agencies.renamed',
    agencyId,
  }))
  expect(toHints({ rows, burst: false })).toEqual([
    { module: 'agencies', agencyId: null, event: null },
    { module: 'journal', agencyId: null, event: null },
  ])
})

test('a database that answers a look with nothing is a failure, not a time without changes', async () => {
  const silent = { ...db.read, ask: () => Promise.resolve([]) }
  await expect(readChanges(silent, '1:1:')).rejects.toThrow('the snapshot query returned no row')
  await expect(readSnapshot(silent)).rejects.toThrow('the snapshot query returned no row')
})

test('a cursor is the whole snapshot, or its xmin where so many transactions are open that it would be long', () => {
  const snapshot = '100:900:100,250,899'
  expect([toCursor(snapshot), toCursor('7:7:')]).toEqual([snapshot, '7:7:'])
  expect(parseCursor(snapshot)).toEqual({ snapshot, snapshotXmin: 100n })
  expect(parseCursor('100')).toEqual({ snapshot: '100:100:', snapshotXmin: 100n })
  const long = `1000:1900:${Array.from({ length: 800 }, (_, at) => 1_000 + at).join(',')}`
  expect(toCursor(long)).toBe('1000')
  expect(parseCursor(long)).toBeUndefined()
})
