import { agencies } from '@agency-support/contract/modules/agencies'
import { bestFirst, foldText, idDigits } from '@agency-support/contract/rules/search'
import { padAgencyId } from '@agency-support/contract/ids'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'

interface Agency {
  agencyId: number
  name: string
}

const words = ['Lee', 'Lees', 'Ashlee', 'Flee', 'Harbor', 'Slate', '24', '1', '24 Hour', 'Núñez', 'Agency']
/** One of them stands in no first place, so that no name begins with it. */
const laterWords = [...words, 'Late']
/** By their folded names, as the database has them. */
let world: readonly Agency[]
const server = useServer()
let reader: TestClient

beforeAll(async () => {
  reader = await server.asNew()
  world = makeWorld(3_000)
  const rows = world.map(({ agencyId, name }) => ({
    agency_id: agencyId,
    name,
    name_folded: foldText(name),
  }))
  await server.db.write.insertInto('agency').values(rows).execute()
})

/** A first word that no other name has. */
const coin = (at: number): string =>
  `Q${String(at).replaceAll(/\d/g, (digit) => 'bcdfghjklm'.charAt(Number(digit)))}a`

/** Names of one to three words; some texts are in nearly all of them, some in one, ids are short and long. */
function makeWorld(count: number): Agency[] {
  const pick = (at: number, by: number, from: readonly string[]): string =>
    from[Math.floor((at * by) / 7) % from.length] ?? ''
  const agencies = Array.from({ length: count }, (_, at) => ({
    agencyId: at < 1_000 ? at + 1 : 2_400_000 + at * 7_919,
    name: [
      at % 4 === 0 ? coin(at) : pick(at, 3, words),
      pick(at, 11, laterWords),
      at % 5 === 0 ? `Unit ${at}` : pick(at, 29, laterWords),
    ]
      .slice(0, 1 + (at % 3))
      .join(' '),
  }))
  return agencies.toSorted((one, other) => {
    const [a, b] = [Buffer.from(foldText(one.name)), Buffer.from(foldText(other.name))]
    return a.compare(b) || one.agencyId - other.agencyId
  })
}

/** All that answer a text by the plain rule, best first. */
function expected(typed: string): Agency[] {
  const text = foldText(typed)
  const digits = idDigits(typed)
  const found = world.filter(
    ({ agencyId, name }) =>
      foldText(name).includes(text) ||
      (digits !== undefined &&
        (Number(digits) === agencyId ||
          String(agencyId).startsWith(digits) ||
          padAgencyId(agencyId).startsWith(digits))),
  )
  const isExact = ({ agencyId }: Agency): boolean => digits !== undefined && agencyId === Number(digits)
  return bestFirst([...found.filter(isExact), ...found.filter((agency) => !isExact(agency))], typed)
}

async function expectBest(searchText: string, wanted: number): Promise<void> {
  const all = expected(searchText)
  const { data, message } = await reader.call(agencies.search, { searchText, max: wanted })
  expect(data.map(({ agencyId }) => agencyId)).toEqual(all.slice(0, wanted).map(({ agencyId }) => agencyId))
  expect(message).toBe(all.length > wanted ? `first ${wanted}, narrow the search` : '')
}

test('however few are wanted they are the best of all, common texts and rare ones, names and ids', async () => {
  const name = fc.constantFrom(
    ...laterWords,
    'lee',
    'late',
    'e',
    'ee',
    'arb',
    'our',
    'unit 5',
    'unit 2995',
    'agency lee',
    'r sla',
    'bor le',
    'y lee 1',
    'hle',
    'zz',
  )
  const digits = fc
    .integer({ min: 0, max: 9_999 })
    .chain((id) => fc.constantFrom(String(id), padAgencyId(id), String(id).slice(0, 2)))
  const long = fc.nat(world.length - 1).map((at) => String(world[at]?.agencyId ?? 0))
  const max = fc.constantFrom(1, 5, 20, 500)
  const check = fc.asyncProperty(fc.oneof(name, digits, long), max, expectBest)
  await fc.assert(check, { numRuns: 120 })
})

test.each(['a le', 'a l', 'a agenc', 'a núñ'])(
  'the best of %j, which is in many pairs of words',
  async (text) => {
    for (const max of [1, 2, 3]) await expectBest(text, max)
  },
)

test('more than 500, or none, cannot be asked for', async () => {
  for (const max of [0, 501, 1.5])
    expect(await reader.call(agencies.search, { searchText: 'lee', max })).toMatchObject({
      status: 400,
      message: 'max must be a whole number from 1 to 500.',
    })
})
