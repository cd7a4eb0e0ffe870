import type { ReadDb } from '../../db/open.ts'
import { query, type Statement, statement } from '../../db/query.ts'
import {
  begins,
  type FoundList,
  foundColumns,
  type FoundRow,
  shownOfAgency,
  toFoundRow,
} from './found-store.ts'

/** First and last id. */
type Range = readonly [first: number, last: number]

/** Ids to find through their ranges. */
interface WantedRanges {
  /** Comes first. */
  exact: number
  /** The exact id lies in one of them; they do not overlap. */
  ranges: readonly Range[]
}

/** A text to find through the pieces of names. */
interface WantedName {
  /** Folded. */
  text: string
  /** Pieces that a name with the text has. */
  grams: string[]
}

interface Best {
  limit: number
  /** Whether there are so few hits that the pipelined connections may be used. */
  isFew: boolean
}

const shown = foundColumns.join(', ')

// The exact spelling of the index agency_name_grams. The text comes first, because a name's pieces are slow to compute.
const hasText = 'strpos(name_folded, $1) > 0 and name_grams(name_folded) @> $2::text[]'

// `offset 0` keeps the planner from walking along all names in order.
const allNamesSql = statement<[text: string, grams: string[], limit: number], FoundRow>(
  'all_agency_names',
  `select ${shown} from (select ${shown}, name_folded from agency where ${hasText} offset 0) found
order by name_folded, agency_id limit $3`,
  { byKey: true },
)

/** Every agency whose name contains the text, by name; undefined if there are as many as the limit, or more. */
export async function findAllByNames(
  db: ReadDb,
  { text, grams }: WantedName,
  limit: number,
): Promise<FoundRow[] | undefined> {
  const rows = await query(db, allNamesSql, [text, grams, limit])
  return rows.length < limit ? rows : undefined
}

/** Digits that are found in names by the index of the numbers in them, which has only numbers of four digits or more. */
export const isFoundByDigits = (text: string): boolean => /^[0-9]{4,8}$/.test(text)

type DigitsValues = [digits: string, exact: number, limit: number, ...ranges: number[]]

// One bitmap of the hits of all indexes, so that nobody is found twice. The driver reads one JSON value in half the
// time that it takes for seven columns, and PostgreSQL writes it in the same time while rows are few.
const toAllByDigits = (ranges: number): Statement<DigitsValues, { found: FoundList }> => {
  const inRanges = Array.from(
    { length: ranges },
    (_, at) => `agency_id between $${4 + 2 * at} and $${5 + 2 * at}`,
  )
  return statement(
    `all_agencies_by_digits_${ranges}`,
    `select json_build_array(${shown}) as found from agency where ${inRanges.join(' or ')}
  or agency_id = any(array(select agency_id from agency_name_digits where ${begins('digits', '$1')}))
order by agency_id = $2 desc, name_folded, agency_id limit $3`,
    { byKey: true },
  )
}
const maxRanges = 5
const allByDigitsSql = Array.from({ length: maxRanges }, (_, at) => toAllByDigits(at + 1))

/**
 * Every agency whose id lies in the ranges or whose name contains the digits (`isFoundByDigits`), the exact id first,
 * then by name; undefined if there are as many as the limit, or more.
 */
export async function findAllByDigits(
  db: ReadDb,
  { text, exact, ranges }: WantedRanges & { text: string },
  limit: number,
): Promise<FoundRow[] | undefined> {
  const sql = allByDigitsSql[ranges.length - 1]
  if (sql === undefined) throw new Error(`no statement for ${ranges.length} ranges of ids`)
  const rows = await query(db, sql, [text, exact, limit, ...ranges.flat()])
  return rows.length < limit ? rows.map(({ found }) => toFoundRow(found)) : undefined
}

// Of names with the text: the name itself, its beginning, the beginning of a word, inside (the ranks of D-108).
const rankOfName = `case when name_folded = $1 then 0 when starts_with(name_folded, $1) then 2
  when strpos(name_folded, ' ' || $1) > 0 then 3 else 4 end`
const byGrams = `select ${shown}, name_folded, ${rankOfName} as rank from agency where ${hasText} offset 0`

type NameValues = [text: string, grams: string[], limit: number]
const bestNamesText = `select ${shown} from (
  select * from (${byGrams}) found order by rank, name_folded, agency_id limit $3
) best order by name_folded, agency_id`
const bestNamesSql = statement<NameValues, FoundRow>('index_agency_names', bestNamesText)
const bestFewNamesSql = statement<NameValues, FoundRow>('index_agency_names', bestNamesText, { byKey: true })

/** The best agencies whose names contain the text, by name. */
export function findBestByNames(
  db: ReadDb,
  { text, grams }: WantedName,
  { limit, isFew }: Best,
): Promise<FoundRow[]> {
  return query(db, isFew ? bestFewNamesSql : bestNamesSql, [text, grams, limit])
}

/** Agencies whose id lies in the multirange of a parameter, and their rank. */
export const byIds = (ranges: string): string => `select ${shownOfAgency}, name_folded,
    case when name_folded = $1 then 0 else 1 end as rank
  from unnest(${ranges}::int4multirange) as range
    join agency on agency_id >= lower(range) and agency_id < upper(range)`

/** Ranges as the value of such a parameter. */
export function toMultirange(ranges: readonly Range[]): string {
  return `{${ranges.map(([first, last]) => `[${first},${last}]`).join(',')}}`
}

type IdValues = [text: string, grams: string[], exact: number, ranges: string, limit: number]
const bestIdsText = `select ${shown} from (
  select * from (${byIds('$4')}
    union all select * from (${byGrams}) named where not agency_id <@ $4::int4multirange
  ) found order by agency_id = $3 desc, rank, name_folded, agency_id limit $5
) best order by agency_id = $3 desc, name_folded, agency_id`
const bestIdsSql = statement<IdValues, FoundRow>('index_agency_ids', bestIdsText)
const bestFewIdsSql = statement<IdValues, FoundRow>('index_agency_ids', bestIdsText, { byKey: true })

/** The best agencies whose id lies in the ranges or whose name contains the text, the exact id first, then by name. */
export function findBestByIds(
  db: ReadDb,
  { text, grams, exact, ranges }: WantedName & WantedRanges,
  { limit, isFew }: Best,
): Promise<FoundRow[]> {
  return query(db, isFew ? bestFewIdsSql : bestIdsSql, [text, grams, exact, toMultirange(ranges), limit])
}

const idAndNameSql = statement<[agencyId: number, name: string, text: string], FoundRow>(
  'agency_by_id_and_name',
  `select ${shown} from agency
where agency_id = $1 and starts_with(name_folded, $2) and strpos(name_folded, $3) = 0`,
  { byKey: true },
)

/** The agency with this id and beginning of its name, both folded, unless its name contains the whole text as well. */
export function findByIdAndName(
  db: ReadDb,
  { agencyId, name }: { agencyId: number; name: string },
  text: string,
): Promise<FoundRow[]> {
  return query(db, idAndNameSql, [agencyId, name, text])
}
