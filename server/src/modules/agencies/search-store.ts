import type { ReadDb } from '../../db/open.ts'
import { query, type Statement, statement } from '../../db/query.ts'
import { begins, foundColumns, type FoundRow } from './found-store.ts'
import {
  byIds,
  findAllByDigits,
  findAllByNames,
  findBestByIds,
  findBestByNames,
  isFoundByDigits,
  toMultirange,
} from './index-store.ts'
import { type AgencySample, currentSample, toGrams, toNameGrams } from './sample-store.ts'
import { findByWalk, findByWords, toWordSearch, type WordSearch } from './word-store.ts'

/** A text to find inside folded names. */
export interface NameSearch {
  /** Folded, and not empty. */
  text: string
}

/** Digits that may be an id, and the same text inside names. */
export interface IdSearch extends NameSearch {
  /** Comes first when it exists. */
  exact: number
  /** Ranges of ids that begin with the digits, both ends included; they do not overlap. */
  ranges: readonly IdRange[]
}

export type IdRange = readonly [first: number, last: number]

/** Rows that are shown. The statements ask for one more, to know whether there are more. */
export const maxFound = 500

const shown = foundColumns.join(', ')

const rangeIdsSql = statement<[text: string, exact: number, ranges: string, limit: number], FoundRow>(
  'range_agency_ids',
  `select ${shown} from (
  ${byIds('$3')}
  union all (select ${shown}, name_folded, 0 from agency
    where name_folded = $1 and not agency_id <@ $3::int4multirange order by agency_id limit $4)
) found order by agency_id = $2 desc, rank, name_folded, agency_id limit $4`,
)

const beginNamesText = `select ${shown} from agency where ${begins('name_folded', '$1')}
order by name_folded, agency_id limit $2`
const beginNamesSql = statement<[text: string, limit: number], FoundRow>('begin_agency_names', beginNamesText)
const beginFewNamesSql = statement<[text: string, limit: number], FoundRow>(
  'begin_agency_names',
  beginNamesText,
  { byKey: true },
)

/** So few rows, by the sample, do not hold up what comes after them on a connection that many share. */
const few = 200

/** How many names a walk passes in the time that one row takes to be fetched. */
const passedPerFetch = 5

/** By measurements over 100,000 and 1,000,000 names; the number of different words grows as such a root. */
const manyLater = 7

/** How far a walk along the names goes, each in statements of its own, for the planner to know it. */
const windows = [2_000, 20_000, 200_000] as const

/** The first names that meet a condition, as far as a window reaches. */
const walked = (window: number, condition: string, limit: string) => `array(
  select agency_id from (select agency_id, name_folded from agency order by name_folded, agency_id limit ${window}) names
  where ${condition} limit ${limit}
)`

const walkNamesSql = windows.map((window) => ({
  window,
  sql: statement<[text: string, limit: number], FoundRow>(
    `walk_agency_names_${window}`,
    `select ${shown} from agency where agency_id = any(${walked(window, 'strpos(name_folded, $1) > 0', '$2')})
order by name_folded, agency_id`,
  ),
}))

const walkIdsSql = windows.map((window) => ({
  window,
  sql: statement<[text: string, exact: number, ranges: string, limit: number], FoundRow>(
    `walk_agency_ids_${window}`,
    `select ${shown} from agency where agency_id = any(
  $2::integer || ${walked(window, 'agency_id <@ $3::int4multirange', '$4')}
  || array(select agency_id from agency where name_folded = $1 order by agency_id limit $4)
) order by agency_id = $2 desc, name_folded = $1 desc, name_folded, agency_id limit $4`,
  ),
}))

interface Walk<Values extends readonly unknown[]> {
  /** How many names it passes at most. */
  window: number
  sql: Statement<Values, FoundRow>
}

/**
 * Agencies whose folded name holds the text or whose id is wanted, an exact id first. Up to `max` rows are all there
 * are, by name; one more tells that there are more, and then they are the best by rank (D-108), within a rank by name.
 */
export async function searchAgencies(
  db: ReadDb,
  search: NameSearch | IdSearch,
  max = maxFound,
): Promise<FoundRow[]> {
  const sample = await currentSample(db)
  const finder = new Finder(db, sample, max + 1)
  return (finder.isCommon(search) ? await finder.byRank(search) : undefined) ?? finder.byIndex(search)
}

/**
 * Finds the first rows of a search. A rare text is quick to find by the trigram index, which returns all hits; a common
 * one by a walk, a scan in the order of names that ends at the last row needed. A sample says whether a text is common.
 */
class Finder {
  readonly #db: ReadDb
  readonly #sample: AgencySample
  readonly #limit: number

  constructor(db: ReadDb, sample: AgencySample, limit: number) {
    this.#db = db
    this.#sample = sample
    this.#limit = limit
  }

  /** Whether to search by rank: words cost the same however many hits there are, the gram index reads all hits. */
  isCommon(search: NameSearch | IdSearch): boolean {
    if ('exact' in search)
      return this.#isMany(this.#sample.countIds(search.ranges) + this.#sample.countNames(search.text))
    if (toWordSearch(search.text) !== undefined) return this.#sample.hasMore(search.text, this.#limit)
    return this.#isMany(this.#sample.countNames(search.text))
  }

  async byIndex(search: NameSearch | IdSearch): Promise<FoundRow[]> {
    const { text } = search
    if (!('exact' in search)) return this.#byGrams(text)
    const hits = this.#sample.countNames(text) + this.#sample.countIds(search.ranges)
    const wanted = { text, exact: search.exact, ranges: toRanges(search) }
    const isAll = isFoundByDigits(text) && this.#isWithinLimit(hits)
    const all = isAll ? await findAllByDigits(this.#db, wanted, this.#limit) : undefined
    if (all !== undefined) return all
    const grams = toNameGrams(text, this.#sample)
    return findBestByIds(this.#db, { ...wanted, grams }, { limit: this.#limit, isFew: hits <= few })
  }

  /** The best hits of a common text; undefined if it turns out to be rare. */
  async byRank(search: NameSearch | IdSearch): Promise<FoundRow[] | undefined> {
    if ('exact' in search) return this.#searchRanks(search.text, [() => this.#findIds(search)])
    const words = toWordSearch(search.text)
    return words === undefined ? this.#searchRanks(search.text, []) : this.#byWords(words)
  }

  /** Searches rank by rank until there are enough hits. */
  async #searchRanks(
    text: string,
    first: readonly (() => Promise<FoundRow[]>)[],
  ): Promise<FoundRow[] | undefined> {
    const found = new Map<number, FoundRow>()
    const ranks = [
      ...first,
      () => this.#findBeginning(text),
      () => this.#findContaining(` ${text}`),
      () => this.#findContaining(text),
    ]
    for (const find of ranks) {
      for (const row of await find())
        if (found.size < this.#limit && !found.has(row.agency_id)) found.set(row.agency_id, row)
      if (found.size === this.#limit) return [...found.values()]
    }
    return undefined
  }

  #findBeginning(text: string): Promise<FoundRow[]> {
    return query(this.#db, this.#limit <= few ? beginFewNamesSql : beginNamesSql, [text, this.#limit])
  }

  async #byWords(words: WordSearch): Promise<FoundRow[]> {
    const wanted = { limit: this.#limit, isFew: this.#limit <= few }
    // Words find names that begin with the text too, but a statement that finds only these is much faster. For many
    // rows it is worth trying when the sample expects too few, because it only estimates them.
    const isBegun = this.#sample.hasMoreBeginning(words.text, wanted.isFew ? this.#limit : this.#limit / 2)
    const begun = isBegun ? await this.#findBeginning(words.text) : []
    if (begun.length === this.#limit) return begun
    const walked = this.#isWalked(words) ? await findByWalk(this.#db, words, wanted) : undefined
    return walked ?? findByWords(this.#db, words, { ...wanted, grams: toGrams(words.part, this.#sample) })
  }

  /**
   * Whether names with the text inside are found faster by going through all names in order. When few are wanted it
   * takes long to read all pairs of words that contain the text; when many are, to read the names of common words.
   */
  #isWalked({ text, among, part }: WordSearch): boolean {
    const hits = this.#sample.countNames(text)
    if (among !== 'agency_name_pair' || !this.#isMany(hits)) return false
    const { terms, later } = this.#sample.countTerms(part)
    if (this.#limit > few) return later > manyLater * Math.sqrt(this.#sample.total)
    return (this.#limit * this.#sample.total) / hits < passedPerFetch * terms
  }

  /** A walk passes some `limit * total / hits` names, the index fetches as many rows as there are hits. */
  #isMany(hits: number): boolean {
    return hits > Math.max(this.#limit, Math.sqrt((this.#limit * this.#sample.total) / passedPerFetch))
  }

  async #findContaining(text: string): Promise<FoundRow[]> {
    const hits = this.#sample.countNames(text)
    return (await this.#walk(hits, walkNamesSql, [text, this.#limit])) ?? this.#byGrams(text)
  }

  async #byGrams(text: string): Promise<FoundRow[]> {
    const hits = this.#sample.countNames(text)
    const wanted = { text, grams: toNameGrams(text, this.#sample) }
    const isAll = this.#limit > few && this.#isWithinLimit(hits)
    const all = isAll ? await findAllByNames(this.#db, wanted, this.#limit) : undefined
    return all ?? findBestByNames(this.#db, wanted, { limit: this.#limit, isFew: hits <= few })
  }

  /** Whether there are probably fewer hits than the limit; the sample only estimates them. */
  #isWithinLimit(hits: number): boolean {
    return hits <= Math.min(few, 0.4 * this.#limit)
  }

  async #findIds(search: IdSearch): Promise<FoundRow[]> {
    const hits = this.#sample.countIds(search.ranges)
    const ranges = toMultirange(toRanges(search))
    const values: [string, number, string, number] = [search.text, search.exact, ranges, this.#limit]
    return (await this.#walk(hits, walkIdsSql, values)) ?? query(this.#db, rangeIdsSql, values)
  }

  /**
   * What a walk finds; undefined if the index is faster. The first window holds enough hits even where they stand a
   * third as close as elsewhere; a longer one follows when it ends early and is still faster than the index.
   */
  async #walk<Values extends readonly unknown[]>(
    hits: number,
    walks: readonly Walk<Values>[],
    values: NoInfer<Values>,
  ): Promise<FoundRow[] | undefined> {
    if (!this.#isMany(hits)) return undefined
    const needed = (3 * this.#limit * this.#sample.total) / hits
    const fitting = walks.filter(({ window }) => window >= needed)
    for (const { sql } of fitting.filter(({ window }, at) => at === 0 || window <= passedPerFetch * hits)) {
      const rows = await query(this.#db, sql, values)
      if (rows.length === this.#limit) return rows
    }
    return undefined
  }
}

/**
 * The ranges of a search. A number with zeros in front, such as 0693, is an exact id too, though 00000693 does not
 * begin with it.
 */
function toRanges({ exact, ranges }: IdSearch): readonly IdRange[] {
  return ranges.some(([first, last]) => first <= exact && exact <= last)
    ? ranges
    : [[exact, exact], ...ranges]
}
