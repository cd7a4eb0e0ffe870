import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import {
  epochSeconds,
  getListName,
  jsonInstant,
  jsonItem,
  jsonLists,
  type JsonPage,
  readJsonPages,
  toJsonInstant,
  utcText,
} from './json-rows.ts'
import { query, statement } from './query.ts'

const { db } = useDatabase({ poolSize: 1 })

const written = statement<unknown[], { json: string }>(
  'written',
  `select row_to_json(item)::text as json
from (
  select $1::text as one, $2::text as b, $3::bigint as c, $4::boolean as d, ${jsonInstant('$5::timestamptz')} as e
) r cross join lateral ${jsonItem({ a: 'one', b: 'b', c: 'c', d: 'd', e: 'e' }, 'r')}`,
)

const instant = statement<[at: string], { json: string; text: string; driver: Date }>(
  'instant',
  `select ${jsonInstant('$1::timestamptz')} as json, ${utcText('$1::timestamptz')} as text, $1::timestamptz as driver`,
)

// Only what PostgreSQL can store: no NUL, no lone surrogates.
const text = fc.string({ unit: 'binary' }).map((any) => any.toWellFormed().replaceAll('\0', ''))

test('PostgreSQL writes an object exactly as JSON.stringify does', async () => {
  const rows = fc.record({
    a: text,
    b: fc.option(text),
    c: fc.maxSafeInteger(),
    d: fc.boolean(),
    e: fc.option(
      fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
    ),
  })
  await fc.assert(
    fc.asyncProperty(rows, async ({ a, b, c, d, e }) => {
      const [row] = await query(db.read, written, [a, b, c, d, e?.toISOString() ?? null])
      expect(row?.json).toBe(JSON.stringify({ a, b, c, d, e }))
    }),
    { numRuns: 300 },
  )
})

test('an instant finer than the wire is cut, as the driver cuts it', async () => {
  const at = '2026-11-20T23:59:59.999999-08:00'
  const [row] = await query(db.read, instant, [at])
  expect(row?.json).toBe('2026-11-21T07:59:59.999Z')
  expect(row?.driver.toISOString()).toBe('2026-11-21T07:59:59.999Z')
})

test('the text of an instant in UTC becomes what the wire has, whatever the zone of the session', async () => {
  const dates = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  const zones = fc.constantFrom('UTC', 'America/Denver', 'Asia/Kolkata', 'Europe/London')
  await fc.assert(
    fc.asyncProperty(dates, fc.integer({ min: 0, max: 999 }), zones, async (date, micros, zone) => {
      const text = await db.write.transaction().execute(async (tx) => {
        await sql`select set_config('timezone', ${zone}, true)`.execute(tx)
        const [row] = await query(tx, instant, [
          date.toISOString().replace('Z', `${micros}`.padStart(3, '0') + 'Z'),
        ])
        return row?.text ?? ''
      })
      expect(toJsonInstant(text)).toBe(date.toISOString())
    }),
    { numRuns: 200 },
  )
})

const lists = statement<
  [texts: readonly (string | null)[], at: readonly string[]],
  { text: unknown[]; at: number[] }
>(
  'lists',
  `select ${jsonLists({ text: 'one', at: epochSeconds('at') }, 'place desc')}
from unnest($1::text[], $2::timestamptz[]) with ordinality as r (one, at, place)`,
)

test('the lists of a page hold every value in the order that was asked for, instants in whole seconds', async () => {
  const dates = fc.date({
    min: new Date('0002-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.option(text), dates), { minLength: 1 }), async (rows) => {
      // As text, because the driver would lose the seconds of offsets before there were time zones.
      const instants = rows.map(([, at]) => at.toISOString())
      const [found] = await query(db.read, lists, [rows.map(([one]) => one), instants])
      const reversed = rows.toReversed()
      expect(found?.text).toEqual(reversed.map(([one]) => one))
      expect(found?.at).toEqual(reversed.map(([, at]) => Math.floor(at.getTime() / 1_000)))
    }),
    { numRuns: 100 },
  )
  expect(await query(db.read, lists, [[], []])).toEqual([{ text: null, at: null }])
})

test('what the driver reads of instants outside four digits of the year is what the wire has of them', async () => {
  for (const at of ['0044-03-15T12:00:00Z', '0001-01-01T00:00:00Z']) {
    const [row] = await query(db.read, instant, [at])
    expect(toJsonInstant(row?.text ?? '')).toBe(new Date(at).toISOString())
  }
  expect(toJsonInstant('0044-03-15 12:00:00 BC')).toBe('-000043-03-15T12:00:00.000Z')
  expect(toJsonInstant('0044-03-15 12:00:00.123456 BC')).toBe('-000043-03-15T12:00:00.123Z')
  expect(toJsonInstant('10000-01-01 00:00:00.500')).toBe('+010000-01-01T00:00:00.500Z')
  expect(toJsonInstant('2026-11-20 09:00:00')).toBe('2026-11-20T09:00:00.000Z')
})

/** Reads pages of these sizes, as long as they are asked for. */
async function readPages(sizes: readonly number[], pageSize: number) {
  const asked: (JsonPage | undefined)[] = []
  const next = (previous: JsonPage | undefined): Promise<JsonPage[]> => {
    const rows = sizes[asked.push(previous) - 1]
    return Promise.resolve(rows === undefined ? [] : [{ items: rows === 0 ? null : `${rows} rows`, rows }])
  }
  const items: string[] = []
  for await (const page of readJsonPages(next, pageSize)) items.push(page)
  return { items, asked: asked.map((page) => page?.rows) }
}

test('pages are read one after another until one is not full', async () => {
  expect(await readPages([3, 3, 2, 3], 3)).toEqual({
    items: ['3 rows', '3 rows', '2 rows'],
    asked: [undefined, 3, 3],
  })
  expect(await readPages([3, 0, 3], 3)).toEqual({ items: ['3 rows'], asked: [undefined, 3] })
  expect(await readPages([3], 3)).toEqual({ items: ['3 rows'], asked: [undefined, 3] })
  expect(await readPages([0, 3], 3)).toEqual({ items: [], asked: [undefined] })
})

test('lists with other fields have other names', () => {
  const name = getListName('agencies', { id: 'agency_id' })
  expect(name).toMatch(/^agencies_[0-9a-f]{8}$/)
  expect(getListName('agencies', { id: 'agency_id' })).toBe(name)
  expect(getListName('agencies', { id: 'name' })).not.toBe(name)
})
