import { foldText } from '@agency-support/contract/rules/search'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../../test/use-database.ts'
import { findByWalk, findByWords, toWordSearch } from './word-store.ts'

const { db } = useDatabase()
beforeEach(async () => {
  await db.write.deleteFrom('agency').execute()
})

interface Agency {
  agency_id: number
  name_folded: string
}

/** Names in which texts meet and overlap; a few are in many agencies. */
const anyName = fc
  .array(fc.constantFrom('ana', 'an', 'n', 'lee', 'le', 'é', '&', '1', '24', 'a1b', ' ', ' ', ' ', "o'n"), {
    maxLength: 9,
  })
  .map((pieces) => foldText(pieces.join('')))

const byName = (one: Agency, other: Agency): number =>
  Buffer.from(one.name_folded).compare(Buffer.from(other.name_folded)) || one.agency_id - other.agency_id

/** The best by the plain rule (D-108), by name. */
function findPlainly(agencies: readonly Agency[], text: string, limit: number): number[] {
  const rank = ({ name_folded: name }: Agency): number =>
    name.startsWith(text) ? 2 : name.includes(` ${text}`) ? 3 : 4
  return agencies
    .filter(({ name_folded: name }) => name.includes(text))
    .toSorted((one, other) => rank(one) - rank(other) || byName(one, other))
    .slice(0, limit)
    .toSorted(byName)
    .map(({ agency_id: id }) => id)
}

async function find(text: string, limit: number): Promise<number[] | undefined> {
  const search = toWordSearch(text)
  if (search === undefined) return undefined
  const grams = [Array.from(search.part).slice(0, 3).join('')]
  const rows = await findByWords(db.read, search, { grams, limit, isFew: false })
  return rows.map(({ agency_id: id }) => id)
}

/** Undefined if there are too few, or the text has no space. */
async function walk(text: string, limit: number, isFew: boolean): Promise<number[] | undefined> {
  const search = toWordSearch(text)
  if (search?.among !== 'agency_name_pair') return undefined
  const rows = await findByWalk(db.read, search, { limit, isFew })
  return rows?.map(({ agency_id: id }) => id)
}

const add = (rows: readonly Agency[]) => db.write.insertInto('agency').values(rows).execute()

/** Many small databases, and a stream of numbers below what is asked for. */
async function forAnyNames(
  check: (agencies: readonly Agency[], next: (below: number) => number) => Promise<void>,
): Promise<void> {
  const world = fc.array(anyName, { minLength: 40, maxLength: 60 })
  const property = fc.asyncProperty(world, fc.infiniteStream(fc.nat(10_000)), async (names, numbers) => {
    await db.write.deleteFrom('agency').execute()
    const agencies = names.map((name, at) => ({ agency_id: at + 1, name_folded: name }))
    await add(agencies)
    await check(agencies, (below) => numbers.next().value % below)
  })
  await fc.assert(property, { numRuns: 25 })
}

test('whatever stands in a name is found by words as by the plain rule, however few are wanted', async () => {
  let found = 0
  await forAnyNames(async (agencies, next) => {
    for (let asked = 0; asked < 30; asked += 1) {
      const name = agencies[next(agencies.length)]?.name_folded ?? ''
      const from = next(name.length + 1)
      const text = name.slice(from, from + 1 + next(8)).trim()
      const limit = 1 + next(12)
      const ids = await find(text, limit)
      if (ids === undefined) continue
      found += 1
      expect({ text, limit, ids }).toEqual({ text, limit, ids: findPlainly(agencies, text, limit) })
    }
  })
  expect(found).toBeGreaterThan(100)
})

test('a walk finds the ends and beginnings of two words as the plain rule, or too few', async () => {
  let found = 0
  await forAnyNames(async (agencies, next) => {
    const ends = agencies.flatMap(({ name_folded: name }) => name.match(/[^0-9 ]{1,2} [^0-9 ]{1,2}/gu) ?? [])
    for (const text of new Set(ends)) {
      const limit = 1 + next(3)
      const plain = findPlainly(agencies, text, limit)
      const ids = await walk(text, limit, next(2) === 0)
      const all = plain.length === limit ? plain : undefined
      expect({ text, limit, ids }).toEqual({ text, limit, ids: all })
      if (all !== undefined) found += 1
    }
  })
  expect(found).toBeGreaterThan(30)
})

test('words follow names: what is added, renamed, given its old name again and deleted', async () => {
  const change = fc.record({ id: fc.integer({ min: 1, max: 5 }), name: fc.option(anyName) })
  const check = fc.asyncProperty(fc.array(change, { maxLength: 25 }), async (changes) => {
    await db.write.deleteFrom('agency').execute()
    const names = new Map<number, string>()
    for (const { id, name } of changes) {
      const at = db.write.updateTable('agency').where('agency_id', '=', id)
      if (name === null) await db.write.deleteFrom('agency').where('agency_id', '=', id).execute()
      else if (names.has(id)) await at.set({ name_folded: name }).execute()
      else await add([{ agency_id: id, name_folded: name }])
      if (name === null) names.delete(id)
      else names.set(id, name)
    }
    const rows = await db.read.selectFrom('agency_word').selectAll().execute()
    const expected = [...names].flatMap(([id, name]) => {
      const later = name.split(' ').slice(1)
      return [...new Set(later)]
        .filter((word) => /[^0-9]{3}|[^0-9]$/u.test(word))
        .map((word) => [id, name, word])
    })
    const noted = rows.map((row) => [row.agency_id, row.name_folded, row.word])
    expect(noted).toHaveLength(expected.length)
    expect(new Set(noted.map(String))).toEqual(new Set(expected.map(String)))
  })
  await fc.assert(check, { numRuns: 40 })
})

test.each([
  ['lee', { among: 'agency_name_word', part: 'lee' }],
  ['r le', { among: 'agency_name_pair', part: 'r le' }],
  ['r lee & so', { among: 'agency_name_pair', part: 'r lee' }],
  ['24h', undefined],
  ['le', undefined],
  ['1 lee', undefined],
  ['lee 24', undefined],
])('%j is looked for among words or pairs, or not at all', (text, found) => {
  expect(toWordSearch(text)).toEqual(found === undefined ? undefined : { text, ...found })
})

test('two who bring in a word at once do not wait for one another', async () => {
  await add([
    { agency_id: 1, name_folded: 'one' },
    { agency_id: 2, name_folded: 'two' },
  ])
  const rename = (id: number) => (name: string) =>
    db.write.updateTable('agency').set({ name_folded: name }).where('agency_id', '=', id)
  await db.write.transaction().execute(async (tx) => {
    await tx.executeQuery(rename(1)('old zebra one'))
    await rename(2)('old zebra two').execute()
  })
  expect(await find('ebra', 5)).toEqual([1, 2])
  expect(await find('ld zeb', 5)).toEqual([1, 2])
})
