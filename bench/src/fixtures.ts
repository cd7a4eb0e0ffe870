import type pg from 'pg'

const most = 1_000

/** Parts of names by how many agencies have them: at most 500, at most a twentieth, more. */
export interface Fragments {
  rare: readonly string[]
  middling: readonly string[]
  common: readonly string[]
}

/** Filters for the journal, and an entry far from the newest. */
export interface JournalFixtures {
  entries: number
  /** Id in the middle of the journal: half of all entries are newer. */
  deepBefore: number
  actors: readonly string[]
  events: readonly string[]
  /** Ends of hours with entries. */
  times: readonly string[]
}

/** Data of a database to request; the same in every run. */
export interface DataFixtures {
  ids: readonly number[]
  /** Agencies with users. */
  idsWithUsers: readonly number[]
  /** Parts of names of all frequencies. */
  fragments: readonly string[]
  byFrequency: Fragments
  journal: JournalFixtures
}

/** Ids and parts of names as people type them, spread over all agencies. */
export async function readFixtures(client: pg.Client): Promise<DataFixtures> {
  const { rows } = await client.query<{ agency_id: number }>(
    `select agency_id from agency order by hashint4(agency_id) limit ${most}`,
  )
  // Other agencies than those above, which the case rename gives other names: those of a kept database stay as they are.
  const { rows: named } = await client.query<{ name: string }>(
    `select name from agency where length(name) > 10 order by hashint4(agency_id) desc limit ${most}`,
  )
  const { rows: withUsers } = await client.query<{ agency_id: number }>(
    `select agency_id from agency_user group by 1 having count(*) between 3 and 10
order by hashint4(agency_id) limit ${most}`,
  )
  const ids = rows.map(({ agency_id }) => agency_id)
  return {
    ids,
    idsWithUsers: withUsers.length === 0 ? ids : withUsers.map(({ agency_id }) => agency_id),
    fragments: named.map(({ name }, at) => toFragment(name, at)),
    byFrequency: await readFragments(client),
    journal: await readJournal(client),
  }
}

const maxRare = 500
const candidates = 60

async function readFragments(client: pg.Client): Promise<Fragments> {
  const { rows } = await client.query<{ text: string; hits: number; total: number }>(
    `with spread as (select name_folded from agency where length(name_folded) > 10 order by hashint4(agency_id) desc limit 400),
words as (select word as text from spread, regexp_split_to_table(name_folded, ' ') word where length(word) > 3
  group by 1 order by count(*) desc, 1 limit ${candidates}),
ends as (select right(name_folded, 8) as text from spread order by name_folded limit ${candidates}),
texts as (select text from words union select text from ends)
select text, (select count(*)::integer from agency where strpos(name_folded, text) > 0) as hits,
  (select count(*)::integer from agency) as total from texts where text = trim(text)`,
  )
  const texts = (fits: (hits: number, total: number) => boolean): string[] =>
    rows.filter(({ hits, total }) => fits(hits, total)).map(({ text }) => text)
  return {
    rare: texts((hits) => hits <= maxRare),
    middling: texts((hits, total) => hits > maxRare && hits <= total / 20),
    common: texts((hits, total) => hits > maxRare && hits > total / 20),
  }
}

async function readJournal(client: pg.Client): Promise<JournalFixtures> {
  const { rows } = await client.query<JournalFixtures>(
    `with bounds as (select min(seq) as low, max(seq) as high from journal),
picked as (select at, actor, event from journal, bounds,
  lateral (select low + (high - low) * step / 200 as seq from generate_series(1, 199) step) stepped
  where journal.seq = stepped.seq and actor_kind = 'staff')
select (select count(*)::integer from journal) as entries,
  coalesce((select (low + (high - low) / 2)::double precision from bounds), 1) as "deepBefore",
  coalesce(array_agg(distinct actor), '{}') as actors, coalesce(array_agg(distinct event), '{}') as events,
  coalesce(array_agg(distinct to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), '{}') as times
from picked`,
  )
  const [found] = rows
  if (found === undefined) throw new Error('The journal returned no facts about itself.')
  return found
}

/** Four to nine characters from within a name. */
export function toFragment(name: string, at: number): string {
  const characters = Array.from(name)
  const length = 4 + (at % 6)
  const start = (at * 7) % Math.max(1, characters.length - length)
  return characters
    .slice(start, start + length)
    .join('')
    .trim()
}
