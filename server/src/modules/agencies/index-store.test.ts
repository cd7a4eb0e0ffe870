import { padAgencyId } from '@agency-support/contract/ids'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/use-database.ts'
import type { ReadDb } from '../../db/open.ts'
import type { Statement } from '../../db/query.ts'
import { idRanges } from './id-ranges.ts'
import { findAllByDigits, findAllByNames, isFoundByDigits } from './index-store.ts'

const { db } = useDatabase()

interface Agency {
  agency_id: number
  name_folded: string
}

/** Names that hold digits of ids, and of one another. */
const agencies: readonly Agency[] = Array.from({ length: 12_000 }, (_, at) => ({
  agency_id: at < 2_000 ? at + 1 : 1_000_000 + at * 1_733,
  name_folded: at % 7 === 0 ? `unit ${at * 13}` : `agency ${'abcdefgh'[at % 8] ?? ''}${at % 11}`,
}))

beforeAll(async () => {
  for (let at = 0; at < agencies.length; at += 3_000)
    await db.write
      .insertInto('agency')
      .values(agencies.slice(at, at + 3_000))
      .execute()
  await sql`analyze agency`.execute(db.write)
})

const byName = (one: Agency, other: Agency): number =>
  Buffer.from(one.name_folded).compare(Buffer.from(other.name_folded)) || one.agency_id - other.agency_id

const toIds = (rows: readonly { agency_id: number }[] | undefined): number[] | undefined =>
  rows?.map(({ agency_id: id }) => id)

const piecesOf = (text: string): string[] => [text.slice(0, 3)]

const digitsOf = fc
  .nat(agencies.length - 1)
  .chain((at) => {
    const id = agencies[at]?.agency_id ?? 0
    const held = agencies[at - (at % 7)]?.name_folded.replace('unit ', '') ?? ''
    return fc.constantFrom(String(id), padAgencyId(id), held)
  })
  .filter((whole) => whole.length >= 4)
  .chain((whole) => fc.integer({ min: 4, max: whole.length }).map((length) => whole.slice(0, length)))

test('digits find every agency whose id they begin or whose name holds them, unless there are too many', async () => {
  let complete = 0
  const check = fc.asyncProperty(digitsOf, fc.constantFrom(3, 21, 501), async (text, limit) => {
    const exact = Number(text)
    const all = agencies
      .filter(
        ({ agency_id: id, name_folded: name }) =>
          id === exact ||
          String(id).startsWith(text) ||
          padAgencyId(id).startsWith(text) ||
          name.includes(text),
      )
      .toSorted(
        (one, other) =>
          Number(other.agency_id === exact) - Number(one.agency_id === exact) || byName(one, other),
      )
    const digits = idRanges(text)
    const ranges = text.startsWith('0') && text.length < 8 ? [[exact, exact] as const, ...digits] : digits
    const rows = await findAllByDigits(db.read, { text, exact, ranges }, limit)
    expect({ text, found: toIds(rows) }).toEqual({ text, found: all.length < limit ? toIds(all) : undefined })
    if (rows !== undefined) complete += 1
  })
  await fc.assert(check, { numRuns: 150 })
  expect(complete).toBeGreaterThan(30)
})

test('a text finds every name that holds it, by name, unless there are too many', async () => {
  const text = fc.constantFrom(
    'unit 1',
    'unit 13',
    '2997',
    'agency a1',
    'agency h7',
    'agency a',
    'zz',
    'y b10',
  )
  const check = fc.asyncProperty(text, fc.constantFrom(3, 21, 501), async (held, limit) => {
    const all = agencies.filter(({ name_folded: name }) => name.includes(held)).toSorted(byName)
    const rows = await findAllByNames(db.read, { text: held, grams: piecesOf(held) }, limit)
    expect({ held, found: toIds(rows) }).toEqual({ held, found: all.length < limit ? toIds(all) : undefined })
  })
  await fc.assert(check, { numRuns: 24 })
})

test('digits of a name are found as soon as it is committed, wherever they stand in its numbers', async () => {
  const isFound = async (text: string) => {
    const wanted = { text, exact: Number(text), ranges: idRanges(text) }
    return toIds(await findAllByDigits(db.read, wanted, 501))?.includes(5)
  }
  const rename = (name: string) =>
    db.write.updateTable('agency').set({ name_folded: name }).where('agency_id', '=', 5).execute()
  expect(await isFound('88990077')).toBe(false)
  await rename('new 88990077 name, no. 7788990077665544, 123')
  for (const text of ['88990077', '8899', '0077', '7788', '99007766', '5544'])
    expect({ text, isFound: await isFound(text) }).toEqual({ text, isFound: true })
  expect(await isFound('0123')).toBe(false)
  await rename('new name')
  expect(await isFound('8899')).toBe(false)
  await rename('name 88990077')
  await db.write.deleteFrom('agency').where('agency_id', '=', 5).execute()
  const left = db.write.selectFrom('agency_name_digits').selectAll().where('agency_id', '=', 5)
  expect(await left.execute()).toEqual([])
})

test('numbers of four digits or more, up to as many as an id has, are found by their index', () => {
  const texts = ['123', '1234', '12345678', '123456789', '12-34', '12 34', '1234a']
  expect(texts.filter(isFoundByDigits)).toEqual(['1234', '12345678'])
})

/** The text of the statement that a function runs. */
async function findText(run: (recording: ReadDb) => Promise<unknown>): Promise<string> {
  let text = ''
  const ask = (asked: Statement<never, unknown>): Promise<unknown[]> => {
    text = asked.text
    return Promise.resolve([])
  }
  await run({ ask } as unknown as ReadDb)
  return text
}

test('the one plan for all values goes through the indexes, however many ranges of ids there are', async () => {
  const texts = [
    await findText((recording) => findAllByNames(recording, { text: 'x', grams: ['x'] }, 501)),
    ...(await Promise.all(
      Array.from({ length: 5 }, (_, at) => {
        const wanted = { text: '1234', exact: 1234, ranges: idRanges('1234').slice(0, at + 1) }
        return findText((recording) => findAllByDigits(recording, wanted, 501))
      }),
    )),
  ]
  expect(new Set(texts).size).toBe(6)
  for (const text of texts) {
    const plan = await sql
      .raw<{ 'QUERY PLAN': object }>(`explain (generic_plan, format json) ${text}`)
      .execute(db.write)
    const written = JSON.stringify(plan.rows)
    expect(written).toContain(text.includes('digits') ? 'agency_name_digits_pkey' : 'agency_name_grams')
    expect(written).not.toContain('Seq Scan')
  }
})
