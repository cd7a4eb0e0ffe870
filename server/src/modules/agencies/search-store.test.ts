import { padAgencyId } from '@agency-support/contract/ids'
import { agencyMatches, foldText, idDigits } from '@agency-support/contract/rules/search'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { type OpenDatabase, openDatabase } from '../../db/open.ts'
import { idRanges } from './id-ranges.ts'
import { maxFound, searchAgencies } from './search-store.ts'

interface Agency {
  agencyId: number
  name: string
}

const special: readonly Agency[] = [
  { agencyId: 6938, name: 'Smith Insurance' },
  { agencyId: 693, name: 'Zeller' },
  { agencyId: 693_800, name: 'Núñez & Peña' },
  { agencyId: 69_380_001, name: 'Åse Østergaard' },
  { agencyId: 12, name: 'Route 6938 Brokers' },
  { agencyId: 77, name: '100% Insured_Always \\ Group' },
  { agencyId: 78, name: '東京海上' },
  { agencyId: 79, name: '' },
  { agencyId: 80, name: "O'Neil, Zimmer and Partners" },
  { agencyId: 81, name: 'x' },
]
const words = ['Harbor', 'Lee', 'Smith', 'Cascade', 'Family', 'Insurance', 'Agency', 'Group', '24', 'é']
const agencies: readonly Agency[] = [
  ...special,
  ...Array.from({ length: 300 }, (_, at) => ({
    agencyId: 1000 + at * 331,
    name: `${words[at % 7] ?? ''} ${words[(at * 3) % 10] ?? ''} ${at % 13}`,
  })),
]

const { db } = useDatabase()
beforeAll(() => insert(db, agencies))

async function insert(into: OpenDatabase, rows: readonly Agency[]): Promise<void> {
  const values = rows.map(({ agencyId, name }) => ({
    agency_id: agencyId,
    name,
    name_folded: foldText(name),
  }))
  await into.write.insertInto('agency').values(values).execute()
}

async function found(typed: string, on: OpenDatabase = db): Promise<number[]> {
  const text = foldText(typed)
  const digits = idDigits(typed)
  const search = digits === undefined ? { text } : { text, exact: Number(digits), ranges: idRanges(digits) }
  return (await searchAgencies(on.read, search)).map((row) => row.agency_id)
}

/** The rule in plain words: digits begin an id, padded or not; any text lies in the name; exact id first, then by name. */
function expected(typed: string): number[] {
  const text = foldText(typed)
  const digits = idDigits(typed)
  const begins = (id: number) =>
    digits !== undefined && (String(id).startsWith(digits) || padAgencyId(id).startsWith(digits))
  const rank = ({ agencyId }: Agency) => (digits !== undefined && agencyId === Number(digits) ? 0 : 1)
  return agencies
    .filter(
      ({ agencyId, name }) =>
        begins(agencyId) ||
        foldText(name).includes(text) ||
        (digits !== undefined && agencyId === Number(digits)),
    )
    .toSorted((one, other) => {
      const [a, b] = [Buffer.from(foldText(one.name)), Buffer.from(foldText(other.name))]
      return rank(one) - rank(other) || a.compare(b) || one.agencyId - other.agencyId
    })
    .map(({ agencyId }) => agencyId)
}

test.each([
  'smith',
  'SMITH  insur',
  'nunez',
  'PEÑA',
  'ase ost',
  '100%',
  '%',
  '_',
  '\\',
  'd_a',
  '海',
  '東京',
  '東京海',
  "o'n",
  ', z',
  'x',
  'q',
  '&',
  'é 1',
])('names: %j', async (typed) => {
  expect(await found(typed)).toEqual(expected(typed))
})

test.each([
  '6938',
  '6 938',
  '0000-6938',
  '00006938',
  '0000693',
  '69380001',
  '0',
  '00',
  '1',
  '12',
  '24',
  '99999999',
  '77',
])('digits: %j', async (typed) => {
  expect(await found(typed)).toEqual(expected(typed))
})

test('an exact id comes first, then the others by name', async () => {
  expect((await found('6938')).slice(0, 4)).toEqual([6938, 69_380_001, 693_800, 12])
})

test('whatever is typed, the answer is that of the plain rule, and the list would keep every row', async () => {
  const piece = fc.constantFrom(
    'smith',
    'har',
    'e',
    ' ',
    '6',
    '93',
    '0',
    'in',
    'É',
    '%',
    'l',
    'a',
    '&',
    '-',
    '13',
  )
  const typed = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''))
  const byId = new Map(agencies.map((agency) => [agency.agencyId, agency]))
  await fc.assert(
    fc.asyncProperty(typed, async (text) => {
      fc.pre(foldText(text) !== '')
      const ids = await found(text)
      expect(ids).toEqual(expected(text))
      for (const id of ids) expect(agencyMatches(byId.get(id) ?? { agencyId: 0, name: '' }, text)).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('one row more than the most tells that there are more; common and rare texts agree on the order', async () => {
  const own = await testDatabase()
  const many = openDatabase({ url: own.url, poolSize: 1, onError: () => undefined })
  const rows = Array.from({ length: 30_000 }, (_, at) => ({
    agencyId: at + 1,
    name: `${at < 25_000 ? 'Aaa' : 'Zzz'} Agency ${String(at).padStart(5, '0')}`,
  }))
  for (let at = 0; at < rows.length; at += 10_000) await insert(many, rows.slice(at, at + 10_000))
  const early = await found('agency', many)
  expect(early).toEqual(rows.slice(0, maxFound + 1).map(({ agencyId }) => agencyId))
  // Beyond the window that is walked, so only the index finds them.
  expect(await found('zz', many)).toEqual(
    rows.slice(25_000, 25_000 + maxFound + 1).map(({ agencyId }) => agencyId),
  )
  expect(await found('zzz agency 29999', many)).toEqual([30_000])
  expect((await found('2', many))[0]).toBe(2)
  expect(await found('30000', many)).toEqual([30_000])
  await many.close()
  await own.drop()
})
