import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import { appendRenames, collectIds, sealNow, testSealKeys } from '../../test/journal-rows.ts'
import { useOwnPostgres } from '../../test/own-postgres.ts'
import { KeyRing } from '../settings/key-ring.ts'
import { chainStart, nextHeads, type Seal } from './chain.ts'
import { readSeals, rowsFromDatabase, type Verdict, verifyChain } from './verify.ts'

useOwnPostgres()

const { db } = useDatabase({ poolSize: 3 })
const heads: string[] = []
beforeAll(async () => {
  for (const names of [['a', 'b'], ['c', 'd'], ['e']]) {
    await appendRenames(db, ...names)
    heads.push((await sealNow(db)).head.toString('hex'))
  }
})

/** The verdict after a change that only the server's owner could make, bypassing the triggers; it is rolled back. */
async function verdictAfter(statements: string, trusted?: string): Promise<Verdict> {
  const tampered = await db.write.startTransaction().execute()
  try {
    await sql`set local session_replication_role = replica`.execute(tampered)
    for (const statement of statements.split(';')) await sql.raw(statement).execute(tampered)
    return await verifyChain(readSeals(tampered), rowsFromDatabase(tampered), testSealKeys, {
      head: trusted,
    })
  } finally {
    await tampered.rollback().execute()
  }
}

describe('whoever changes the past is found out', () => {
  test('an untouched one is intact', async () => {
    expect(await verdictAfter('select 1', heads[2])).toEqual({
      intact: true,
      seals: 3,
      entries: 5,
      head: heads[2],
      keyId: testSealKeys.newest.id,
    })
  })

  const columns: [string, string][] = [
    ['at', "at + interval '1 millisecond'"],
    ['actor_kind', "'system'"],
    ['actor', "'bob'"],
    ['session_id', '2'],
    ['request_id', "'r2'"],
    ['event', "'agencies.statusChanged'"],
    ['agency_id', '2'],
    ['subject', "'x'"],
    ['before', `'{"name":"z"}'`],
    ['after', `'{"name":"z"}'`],
    ['reason', "'because'"],
  ]
  test.each(columns)('a changed %s', async (column, value) => {
    expect(
      await verdictAfter(`update journal set ${column} = ${value} where after ->> 'name' = 'c'`),
    ).toEqual({
      intact: false,
      sealId: 2,
      why: 'an entry was changed, or the key is not the one it was sealed with',
    })
  })

  test('a removed row', async () => {
    expect(await verdictAfter(`delete from journal where after ->> 'name' = 'a'`)).toEqual({
      intact: false,
      sealId: 1,
      why: 'it covers 2 entries but 1 are there',
    })
  })

  test('an inserted row', async () => {
    expect(
      await verdictAfter(`insert into journal (xid, at, actor_kind, actor, event)
      select xid, at, 'system', 'mallory', 'agencies.renamed' from journal where after ->> 'name' = 'd'`),
    ).toEqual({ intact: false, sealId: 2, why: 'it covers 2 entries but 3 are there' })
  })

  test('two rows that changed places', async () => {
    expect(
      await verdictAfter(`update journal set after = case after ->> 'name' when 'c' then '{"name":"d"}'::jsonb else '{"name":"c"}'::jsonb end
      where after ->> 'name' in ('c', 'd')`),
    ).toMatchObject({ intact: false, sealId: 2 })
  })

  test('a removed seal', async () => {
    expect(await verdictAfter('delete from journal_seal where seal_id = 2')).toEqual({
      intact: false,
      sealId: 3,
      why: 'a seal before it is missing',
    })
  })

  test('the newest seals cut off with their rows: only a head noted outside tells', async () => {
    const cut = `delete from journal where after ->> 'name' = 'e'; delete from journal_seal where seal_id = 3`
    expect(await verdictAfter(cut)).toMatchObject({ intact: true, seals: 2 })
    expect(await verdictAfter(cut, heads[2])).toEqual({
      intact: false,
      sealId: 2,
      why: 'the trusted head is not in the chain: its newest part was cut off or replaced',
    })
    expect(await verdictAfter(cut, heads[1]?.toUpperCase())).toMatchObject({ intact: true })
  })
})

/** A seal without rows after another one, as only the owner of the key can make it. */
async function makeSeal(
  range: { fromXid: string; toXid: string },
  previous: Seal | undefined,
): Promise<Seal> {
  const { key, id } = testSealKeys.newest
  const says = { ...range, nextKeyId: null }
  const { heads } = await nextHeads([key], previous?.head ?? chainStart.head, says, [])
  const sealId = (previous?.sealId ?? chainStart.sealId) + 1
  return { ...says, sealId, keyId: id, entries: 0, head: heads[0] ?? Buffer.alloc(0) }
}

test.each([
  ['a gap', { fromXid: '11', toXid: '20' }],
  ['an overlap', { fromXid: '9', toXid: '20' }],
])('%s between the ranges of two seals made with the key is found', async (_kind, range) => {
  const first = await makeSeal({ fromXid: '0', toXid: '10' }, undefined)
  const verdict = async (second: Seal): Promise<Verdict> =>
    verifyChain([first, second], () => [], testSealKeys)
  expect(await verdict(await makeSeal({ fromXid: '10', toXid: '20' }, first))).toMatchObject({ intact: true })
  const why = 'a seal before it is missing'
  expect(await verdict(await makeSeal(range, first))).toEqual({ intact: false, sealId: 2, why })
  const third = await makeSeal({ fromXid: '10', toXid: '20' }, { ...first, sealId: 2 })
  expect(await verdict(third)).toEqual({ intact: false, sealId: 3, why })
})

test('a seal that names no key is tried with all of them until the chain tells which it goes by', async () => {
  const [mine, theirs] = [testSealKeys.newest, new KeyRing('JOURNAL_SEAL_KEY', [Buffer.alloc(32, 9)]).newest]
  const both = new KeyRing('JOURNAL_SEAL_KEY', [theirs.key, mine.key])
  const first = { ...(await makeSeal({ fromXid: '0', toXid: '10' }, undefined)), keyId: null }
  const second = { ...(await makeSeal({ fromXid: '10', toXid: '20' }, first)), keyId: null }
  const verdict = async (...seals: Seal[]): Promise<Verdict> => verifyChain(seals, () => [], both)
  expect(await verdict(first, second)).toEqual({
    intact: true,
    seals: 2,
    entries: 0,
    head: second.head.toString('hex'),
    keyId: mine.id,
  })
  // A listed key, but not the one that the previous seal was made with.
  const says = { fromXid: '10', toXid: '20', nextKeyId: null }
  const { heads: other } = await nextHeads([theirs.key], first.head, says, [])
  expect(await verdict(first, { ...second, head: other[0] ?? first.head })).toEqual({
    intact: false,
    sealId: 2,
    why: 'an entry was changed, or the key is not the one it was sealed with',
  })
  expect(await verdict()).toEqual({ intact: true, seals: 0, entries: 0, head: '', keyId: null })
})

test('a verification that begins later counts from there, and finds a trusted head only there', async () => {
  const from = async (seal: number, head?: string): Promise<Verdict> =>
    verifyChain(readSeals(db.read), rowsFromDatabase(db.read), testSealKeys, { from: seal, head })
  const tail = { head: heads[2], keyId: testSealKeys.newest.id }
  expect(await from(1)).toEqual({ intact: true, seals: 3, entries: 5, ...tail })
  expect(await from(2)).toEqual({ intact: true, seals: 2, entries: 3, ...tail })
  expect(await from(3)).toEqual({ intact: true, seals: 1, entries: 1, ...tail })
  expect(await from(2, heads[1])).toMatchObject({ intact: true })
  expect(await from(2, heads[0])).toMatchObject({ intact: false, sealId: 3 })
  expect(await collectIds(readSeals(db.read, 2))).toEqual([2, 3])
  expect(
    await verifyChain(readSeals(db.read, 2), rowsFromDatabase(db.read), testSealKeys, { from: 2 }),
  ).toEqual({ intact: false, sealId: 2, why: 'a seal before it is missing' })
})

test('seals are read page by page, each once and in order', async () => {
  const many = await db.write.startTransaction().execute()
  try {
    await sql`insert into journal_seal (seal_id, from_xid, to_xid, entries, head, sealed_at)
      select n, '0', n::text::xid8, 0, '\\x00', now() from generate_series(1000001, 1002500) n`.execute(many)
    const ids = await collectIds(readSeals(many))
    expect(ids).toEqual([1, 2, 3, ...Array.from({ length: 2_500 }, (_, at) => 1_000_001 + at)])
  } finally {
    await many.rollback().execute()
  }
})
