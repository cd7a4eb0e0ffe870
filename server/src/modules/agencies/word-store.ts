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

type Values = [text: string, grams: string[], limit: number, part: string]

const byName = 'order by name_folded, agency_id limit $3'
const startsName = 'starts_with(name_folded, $1)'
const startsLaterWord = `strpos(name_folded, ' ' || $1) > 0`

/**
 * Finds names that start with the text, then names with a later word that does, then those that contain it elsewhere,
 * each only while there are too few. The last step finds the terms that contain the part after their first character:
 * prefixed with what precedes it in the term, the text starts a name or a word of one, which is an index range. No such
 * prefixed text starts with another one, so names stay ordered when the ranges are read one after another.
 */
const toText = (among: WordSearch['among']) => `with begun as materialized (
  select name_folded, agency_id from agency where ${begins('name_folded', '$1')} ${byName}
), later as materialized (
  select distinct name_folded, agency_id from (
    select distinct split_part(term, ' ', 1) as word from ${among}
    where later and ${begins('term', '$4')} and (select count(*) from begun) < $3
  ) begun_words cross join lateral (
    select name_folded, agency_id from agency_word of
    where of.word = begun_words.word and ${startsLaterWord} and not ${startsName} ${byName}
  ) named ${byName}
), extended as materialized (
  select split_part(term, ' ', 1) as word, substr(term, 1, strpos(substr(term, 2), $4)) || $1 as text, bool_or(later) as later
  from ${among}
  where name_grams(term) @> $2::text[] and strpos(substr(term, 2), $4) > 0
    and (select count(*) from begun) + (select count(*) from later) < $3
  group by 1, 2
), inside as materialized (
  (select named.* from (select distinct text from extended order by text) texts cross join lateral (
    select name_folded, agency_id from agency
    where ${begins('name_folded', 'texts.text')} and not ${startsLaterWord} and not ${startsName} ${byName}
  ) named limit $3)
  union
  (select named.* from extended cross join lateral (
    select name_folded, agency_id from agency_word of
    where of.word = extended.word and strpos(name_folded, ' ' || extended.text) > 0 and not ${startsLaterWord} and not ${startsName} ${byName}
  ) named where extended.later ${byName})
), best as (
  select name_folded, agency_id, 2 as rank from begun
  union all select name_folded, agency_id, 3 from later
  union all select name_folded, agency_id, 4 from inside
  order by rank, name_folded, agency_id limit $3
)
select ${shownOfAgency} from best join agency using (agency_id) order by best.name_folded, best.agency_id`

const toStatements = (among: WordSearch['among']) => {
  const [name, text] = [`find_by_${among}`, toText(among)]
  return {
    many: statement<Values, FoundRow>(name, text),
    few: statement<Values, FoundRow>(name, text, { byKey: true }),
  }
}
const statements = {
  agency_name_word: toStatements('agency_name_word'),
  agency_name_pair: toStatements('agency_name_pair'),
}

/** The best agencies whose names contain the text, ordered by name; `grams` are trigrams of its part. */
export function findByWords(
  db: ReadDb,
  { text, among, part }: WordSearch,
  { grams, limit, isFew }: { grams: string[]; limit: number; isFew: boolean },
): Promise<FoundRow[]> {
  const { few, many } = statements[among]
  return query(db, isFew ? few : many, [text, grams, limit, part])
}
