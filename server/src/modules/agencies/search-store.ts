import type { ReadDb } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'

const columns = [
  'agency_id',
  'name',
  'version_display',
  'is_online',
  'status',
  'region_id',
  'main_contact',
] as const satisfies readonly Column<'agency'>[]

/** What the search list shows of an agency. */
export type FoundRow = Row<'agency', (typeof columns)[number]>

/** A text to find inside folded names. */
export interface NameSearch {
  /** Folded, and not empty. */
  text: string
}

/** Digits that may be an id, and the same text inside names. */
export interface IdSearch extends NameSearch {
  /** Comes first when it exists. */
  exact: number
  /** Ranges of ids that begin with the digits, both ends included. */
  ranges: readonly IdRange[]
}

export type IdRange = readonly [first: number, last: number]

/** Rows that are shown. The statements ask for one more, which tells that there are more. */
export const maxFound = 500

/** Common texts fill an answer within this many names; what does not is rare enough for the index. */
const window = 20_000

const shown = columns.join(', ')
const firstNames = `select agency_id, name_folded from agency order by name_folded, agency_id limit ${window}`
// The exact spelling of the index agency_name_grams. `offset 0` keeps the planner from walking all names instead.
const byGrams = `select ${shown}, name_folded from agency where name_grams(name_folded) @> $2::text[] and name_folded like $1 offset 0`

const walkNamesSql = statement<[pattern: string], FoundRow>(
  'walk_agency_names',
  `select ${shown} from agency where agency_id = any(array(
  select agency_id from (${firstNames}) first_names where name_folded like $1 limit ${maxFound + 1}
)) order by name_folded, agency_id`,
)

const indexNamesSql = statement<[pattern: string, grams: string[]], FoundRow>(
  'index_agency_names',
  `select ${shown} from (${byGrams}) found order by name_folded, agency_id limit ${maxFound + 1}`,
)

const walkIdsSql = statement<[pattern: string, exact: number, ranges: string], FoundRow>(
  'walk_agency_ids',
  `select ${shown} from agency where agency_id = any($2::integer || array(
  select agency_id from (${firstNames}) first_names
  where name_folded like $1 or agency_id <@ $3::int4multirange limit ${maxFound + 1}
)) order by agency_id = $2 desc, name_folded, agency_id limit ${maxFound + 1}`,
)

const indexIdsSql = statement<
  [pattern: string, grams: string[], exact: number, firsts: number[], lasts: number[]],
  FoundRow
>(
  'index_agency_ids',
  `select ${shown} from (
  select ${shown}, name_folded from unnest($4::integer[], $5::integer[]) as range (first, last)
    join agency on agency_id between first and last
  union (${byGrams})
) found order by agency_id = $3 desc, name_folded, agency_id limit ${maxFound + 1}`,
)

const beginNamesSql = statement<[pattern: string], FoundRow>(
  'begin_agency_names',
  `select ${shown} from agency where name_folded like $1 order by name_folded, agency_id limit ${maxFound}`,
)

/**
 * Agencies whose folded name holds the text or whose id is wanted, by name, an exact id first; more than 500 rows mean
 * that there are more. Those of a common text are the first by name and the first whose name begins so.
 */
export async function searchAgencies(db: ReadDb, search: NameSearch | IdSearch): Promise<FoundRow[]> {
  const found = await findAnywhere(db, search)
  if (found.length <= maxFound) return found
  const begin = await query(db, beginNamesSql, [`${escapePattern(search.text)}%`])
  const known = new Set(found.map((row) => row.agency_id))
  return [...found, ...begin.filter((row) => !known.has(row.agency_id))]
}

const escapePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/**
 * The same, of a common text the first by name. Answers from an index whatever the text: a walk along the
 * names answers common texts at once and would take long for rare ones, the grams the other way round.
 */
async function findAnywhere(db: ReadDb, search: NameSearch | IdSearch): Promise<FoundRow[]> {
  const pattern = `%${escapePattern(search.text)}%`
  const grams = toGrams(search.text)
  if (!('exact' in search)) {
    const walked = await query(db, walkNamesSql, [pattern])
    return walked.length > maxFound ? walked : query(db, indexNamesSql, [pattern, grams])
  }
  // A number with zeros in front, such as 0693, is an exact id too, though 00000693 does not begin with it.
  const ranges: IdRange[] = [[search.exact, search.exact], ...search.ranges]
  const multirange = `{${ranges.map(([first, last]) => `[${first},${last}]`).join(',')}}`
  const firsts = ranges.map(([first]) => first)
  const lasts = ranges.map(([, last]) => last)
  const walked = await query(db, walkIdsSql, [pattern, search.exact, multirange])
  if (walked.length > maxFound) return walked
  return query(db, indexIdsSql, [pattern, grams, search.exact, firsts, lasts])
}

/** The pieces of three characters that a name must have to hold the text; a shorter text is its own piece. */
function toGrams(text: string): string[] {
  const characters = Array.from(text)
  if (characters.length <= 3) return [text]
  return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''))
}
