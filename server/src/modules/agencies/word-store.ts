import type { ReadDb } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'
import { begins, type FoundRow, shownOfAgency } from './found-store.ts'

/** A text to find inside a word, or across two adjacent words. */
export interface WordSearch {
  /** Folded. */
  text: string
  /** The table of terms (words or pairs of words) to look in. */
  among: 'agency_name_word' | 'agency_name_pair'
  /** The part of the text that one term must contain: the whole text, or its first two words. */
  part: string
}

/** How to find a text by words; undefined if the tables cannot, because it touches digits or is too short. */
export function toWordSearch(text: string): WordSearch | undefined {
  const [first = '', second] = text.split(' ')
  if (second === undefined)
    return /[^0-9]{3}/u.test(first) ? { text, among: 'agency_name_word', part: first } : undefined
  if (/[0-9]$/.test(first) || /^[0-9]/.test(second)) return undefined
  return { text, among: 'agency_name_pair', part: `${first} ${second}` }
}

type WalkValues = [text: string, limit: number, part: string]
type TermValues = [...WalkValues, grams: string[]]

const byName = 'order by name_folded, agency_id limit $2'
const startsName = 'starts_with(name_folded, $1)'
const startsLaterWord = `strpos(name_folded, ' ' || $1) > 0`
const isElsewhere = `not ${startsLaterWord} and not ${startsName}`
const tooFew = '(select count(*) from begun) + (select count(*) from later) < $2'

/** Names that start with the text, then names with a later word that does, each only while there are too few. */
const toBegun = (among: WordSearch['among']) => `begun as materialized (
  select name_folded, agency_id from agency where ${begins('name_folded', '$1')} ${byName}
), later as materialized (
  select distinct name_folded, agency_id from (
    select distinct split_part(term, ' ', 1) as word from ${among}
    where later and ${begins('term', '$3')} and (select count(*) from begun) < $2
  ) begun_words cross join lateral (
    select name_folded, agency_id from agency_word of
    where of.word = begun_words.word and ${startsLaterWord} and not ${startsName} ${byName}
  ) named ${byName}
)`

/**
 * Names that contain the text elsewhere, found by the terms that contain the part after their first character: prefixed
 * with what precedes it in the term, the text starts a name or a word of one, which is an index range. No such prefixed
 * text starts with another one, so names stay ordered when the ranges are read one after another.
 */
const toInsideTerms = (among: WordSearch['among']) => `extended as materialized (
  select split_part(term, ' ', 1) as word, substr(term, 1, strpos(substr(term, 2), $3)) || $1 as text, bool_or(later) as later
  from ${among} where name_grams(term) @> $4::text[] and strpos(substr(term, 2), $3) > 0 and ${tooFew}
  group by 1, 2
), inside as materialized (
  (select named.* from (select distinct text from extended order by text) texts cross join lateral (
    select name_folded, agency_id from agency
    where ${begins('name_folded', 'texts.text')} and ${isElsewhere} ${byName}
  ) named limit $2)
  union
  (select named.* from extended cross join lateral (
    select name_folded, agency_id from agency_word of
    where of.word = extended.word and strpos(name_folded, ' ' || extended.text) > 0 and ${isElsewhere} ${byName}
  ) named where extended.later ${byName})
)`

/** The same among the first names; the window is a literal, for the planner to know it. */
const toInsideWindow = (window: number) => `inside as materialized (
  select name_folded, agency_id from (select name_folded, agency_id from agency order by name_folded, agency_id limit ${window}) names
  where ${tooFew} and strpos(name_folded, $1) > 0 and ${isElsewhere} ${byName}
)`

const toText = (among: WordSearch['among'], inside: string) => `with ${toBegun(among)}, ${inside}, best as (
  select name_folded, agency_id, 2 as rank from begun
  union all select name_folded, agency_id, 3 from later
  union all select name_folded, agency_id, 4 from inside
  order by rank, name_folded, agency_id limit $2
)
select ${shownOfAgency} from best join agency using (agency_id) order by best.name_folded, best.agency_id`

const toStatements = (among: WordSearch['among']) => {
  const [name, text] = [`find_by_${among}`, toText(among, toInsideTerms(among))]
  return {
    many: statement<TermValues, FoundRow>(name, text),
    few: statement<TermValues, FoundRow>(name, text, { byKey: true }),
  }
}
const statements = {
  agency_name_word: toStatements('agency_name_word'),
  agency_name_pair: toStatements('agency_name_pair'),
}

const toWalk = (window: number, options?: { byKey: boolean }) =>
  statement<WalkValues, FoundRow>(
    `walk_by_agency_name_pair_${window}`,
    toText('agency_name_pair', toInsideWindow(window)),
    options,
  )
const walks = { many: toWalk(200_000), few: toWalk(20_000, { byKey: true }) }

interface Wanted {
  limit: number
  /** Whether there are so few rows that the pipelined connections may be used. */
  isFew: boolean
}

/** The best agencies whose names contain the text, ordered by name; `grams` are trigrams of its part. */
export function findByWords(
  db: ReadDb,
  { text, among, part }: WordSearch,
  { grams, limit, isFew }: Wanted & { grams: string[] },
): Promise<FoundRow[]> {
  const { few, many } = statements[among]
  return query(db, isFew ? few : many, [text, limit, part, grams])
}

/**
 * The same for a text with a space that is in very many terms: names that contain it elsewhere are found faster among
 * the first of all names. Undefined if there are too few.
 */
export async function findByWalk(
  db: ReadDb,
  { text, part }: WordSearch,
  { limit, isFew }: Wanted,
): Promise<FoundRow[] | undefined> {
  const rows = await query(db, isFew ? walks.few : walks.many, [text, limit, part])
  return rows.length === limit ? rows : undefined
}
