import { type JsonFields, jsonInstant, jsonItem, type JsonPage, jsonPage } from '../../db/json-rows.ts'
import type { ReadDb } from '../../db/open.ts'
import { type Asks, nameByText, query, type Statement, statement } from '../../db/query.ts'
import { byPeople, columns, type JournalRow } from './store.ts'

/** What narrows the journal down. */
export interface JournalFilter {
  by?: 'people' | 'software' | undefined
  actor?: string | undefined
  agencyId?: number | undefined
  /** Only these; never empty. */
  events: readonly string[]
  /** True when `events` is fewer than all that may be seen. */
  eventsChosen: boolean
  from?: Date | undefined
  to?: Date | undefined
  text?: string | undefined
}

/** Where a look back ended. */
interface Ended {
  /** The id to look before; null at the beginning of the journal. */
  next: number | null
  lookedBackTo: Date | null
}

/** One look back: what was found, and where the next one goes on. */
export interface LookBack extends Ended {
  rows: JournalRow[]
}

/** The same with the JSON of the entries, and how many they are. */
export interface LookBackItems extends Ended, JsonPage {}

/** What of an entry its JSON is made of; `instant` is when it happened, as the wire has it. */
export type EntryColumn = Exclude<(typeof columns)[number], 'at'> | 'instant'

/** Where a look begins, and how many rows it wants. */
interface Wanted {
  before: number | undefined
  limit: number
}

/**
 * Rows that one look goes through at most where a condition has no index of its own. The journal's inserts
 * are every write's cost, so free text gets no index: it is looked for step by step instead.
 */
const maxLooked = 20_000

/** Sequence and instant run together but for requests under way: a bound by time reaches this much further. */
const slackMs = 2 * 60_000

/** A statement while it is written: what its parameters are, by the text that stands for them. */
class Writing {
  readonly values: unknown[] = []

  /** Stands for a value; one that is asked for twice travels twice. */
  readonly value = (value: unknown): string => `$${this.values.push(value)}`
}

type Value = Writing['value']

const shown = columns.join(', ')

/** A bound of sequence numbers for a bound of time, by the index on `at`. */
function seqBounds({ from, to }: JournalFilter, value: Value): string[] {
  const bounds: string[] = []
  if (to !== undefined) {
    const latest = value(new Date(to.getTime() + slackMs))
    bounds.push(`seq <= (select seq from journal where at <= ${latest} order by at desc limit 1)`)
  }
  if (from !== undefined) {
    const earliest = value(new Date(from.getTime() - slackMs))
    bounds.push(`seq >= (select seq from journal where at >= ${earliest} order by at limit 1)`)
  }
  return bounds
}

/** The condition whose index leads the look; with none, the journal itself is walked backwards. */
function leading({ agencyId, by, actor, events, eventsChosen }: JournalFilter, value: Value): string[] {
  if (agencyId !== undefined)
    return [`agency_id = ${value(agencyId)}`, ...(by === 'people' ? [byPeople] : [])]
  if (actor !== undefined) return [`actor = ${value(actor)}`]
  const [only] = events
  return eventsChosen && events.length === 1 && only !== undefined ? [`event = ${value(only)}`] : []
}

/** What `ilike` finds wherever the text stands. */
const toPattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

function matching(filter: JournalFilter, value: Value): string[] {
  const conditions = [`event = any(${value(filter.events)})`]
  if (filter.by !== undefined) conditions.push(filter.by === 'people' ? byPeople : `not (${byPeople})`)
  if (filter.actor !== undefined) conditions.push(`actor = ${value(filter.actor)}`)
  if (filter.from !== undefined) conditions.push(`at >= ${value(filter.from)}`)
  if (filter.to !== undefined) conditions.push(`at < ${value(filter.to)}`)
  if (filter.text !== undefined && filter.text !== '') {
    // Inside of JSON a quotation mark has a backslash before it.
    const texts = new Set([filter.text, JSON.stringify(filter.text).slice(1, -1)])
    const patterns = [...texts].map(toPattern)
    conditions.push(
      `concat_ws(' ', actor, subject, before::text, after::text, reason) ilike any(${value(patterns)}::text[])`,
    )
  }
  return conditions
}

/** Rows of the looks before the long one: most answers stand in the newest rows, and who has a page full looks no further. */
const shortLooks = [100, 500]

/** Looks further and further back until there is a page, or nothing is left to be looked through. */
async function inLooks<Found extends Ended>(
  wanted: Wanted,
  { look, count }: { look: (rows: number) => Promise<Found>; count: (found: Found) => number },
  longest: number,
): Promise<Found> {
  // A page of an export is longer than a short look.
  for (const short of shortLooks.filter((rows) => rows >= wanted.limit && rows < longest)) {
    const found = await look(short)
    if (found.next === null || count(found) === wanted.limit) return found
  }
  return look(longest)
}

/** Looks back from `before` through a bounded stretch of the journal for rows that fit, newest first. */
export function lookBack(
  db: Asks,
  filter: JournalFilter,
  { look: longest = maxLooked, ...wanted }: Wanted & { look?: number },
): Promise<LookBack> {
  const look = (rows: number): Promise<LookBack> => lookThrough(db, filter, wanted, rows)
  return inLooks(wanted, { look, count: ({ rows }) => rows.length }, longest)
}

/** The same with the JSON of these fields, as the database writes it. */
export function lookBackForItems(
  db: Asks,
  filter: JournalFilter,
  wanted: Wanted,
  fields: Readonly<Record<string, EntryColumn>>,
): Promise<LookBackItems> {
  const look = (rows: number): Promise<LookBackItems> =>
    lookThroughForItems(db, { filter, wanted, fields }, rows)
  return inLooks(wanted, { look, count: ({ rows }) => rows }, maxLooked)
}

/** What was looked through: how many rows, and the oldest of them. */
interface Looked {
  looked: number
  low: number | null
  low_at: Date | null
}

/** Beside it a row that was found, or none. */
type LookedRow = Looked & (JournalRow | { seq: null })
/** Beside it all that were found, and the oldest of these. */
type LookedPage = Looked & JsonPage & { last: number | null; last_at: Date | null }

/** By their text: as many as there are ways to narrow the journal down, each with and without a place to begin. */
const looks = new Map<string, Statement<unknown[], never>>()

function toStatement<Found>(text: string, byKey: boolean): Statement<unknown[], Found> {
  const known = looks.get(text)
  if (known !== undefined) return known
  const made = statement<unknown[], never>(nameByText('look_back', text), text, { byKey })
  looks.set(text, made)
  return made
}

/**
 * Limits are written out: of one that is a parameter PostgreSQL expects a tenth of the journal, and would then rather
 * plan every look anew, which takes longer than the look. By hand, for the builder took a tenth of the request. What
 * stands behind `whole`, the rows that were looked through, takes those that fit.
 */
function writeLook(
  filter: JournalFilter,
  { before, limit }: Wanted,
  look: number,
  take: (fitting: string) => string,
): { text: string; values: unknown[] } {
  const { values, value } = new Writing()
  const stretch = [...leading(filter, value), ...seqBounds(filter, value)]
  if (before !== undefined) stretch.push(`seq < ${value(before)}`)
  const where = stretch.length === 0 ? '' : `where ${stretch.join(' and ')} `
  const fitting = `select * from stretch where ${matching(filter, value).join(' and ')} order by seq desc limit ${limit}`
  const text = `with stretch as materialized (
  select ${shown} from journal ${where}order by seq desc limit ${look}
)
select *
from (select count(*) as looked, min(seq) as low, min(at) as low_at from stretch) whole
${take(fitting)}`
  return { text, values }
}

/** So few rows of one index, none of them searched for a text, take about as long as a look-up. */
const isByKey = ({ text }: JournalFilter, look: number): boolean =>
  look === shortLooks[0] && text === undefined

/** Where a look ended: with the last row of a page that is full, else with the last that it went through. */
function toEnd(whole: Looked | undefined, last: { seq: number; at: Date } | undefined, look: number): Ended {
  if (last !== undefined) return { next: last.seq, lookedBackTo: last.at }
  if (whole === undefined || whole.looked < look) return { next: null, lookedBackTo: null }
  return { next: whole.low, lookedBackTo: whole.low_at }
}

async function lookThrough(db: Asks, filter: JournalFilter, wanted: Wanted, look: number): Promise<LookBack> {
  const { text, values } = writeLook(
    filter,
    wanted,
    look,
    (fitting) => `left join lateral (${fitting}) found on true\norder by found.seq desc`,
  )
  const looked = await query(db, toStatement<LookedRow>(text, isByKey(filter, look)), values)
  const rows = looked.filter((row) => row.seq !== null)
  const last = rows.length === wanted.limit ? rows.at(-1) : undefined
  return { rows, ...toEnd(looked[0], last, look) }
}

const newestFirst = 'found.seq desc'

/** The page of those that fit as one row. */
const toItems = (fields: JsonFields, fitting: string): string => `cross join (
  select ${jsonPage(newestFirst)}, min(found.seq) as last,
    (array_agg(found.at order by ${newestFirst}))[count(*)::integer] as last_at
  from (select *, ${jsonInstant('at')} as instant from (${fitting}) fitting) found
    cross join lateral ${jsonItem(fields, 'found')}
) page`

async function lookThroughForItems(
  db: Asks,
  { filter, wanted, fields }: { filter: JournalFilter; wanted: Wanted; fields: JsonFields },
  look: number,
): Promise<LookBackItems> {
  const { text, values } = writeLook(filter, wanted, look, (fitting) => toItems(fields, fitting))
  const [page] = await query(db, toStatement<LookedPage>(text, isByKey(filter, look)), values)
  const { items = null, rows = 0, last = null, last_at: at = null } = page ?? {}
  const isFull = rows === wanted.limit && last !== null && at !== null
  return { items, rows, ...toEnd(page, isFull ? { seq: last, at } : undefined, look) }
}

const listActorsSql = statement<[], { actor: string }>(
  'list_actors',
  `with recursive hop as (
  (select actor from journal where actor_kind <> 'agency' order by actor limit 1)
  union all
  select (select actor from journal where actor_kind <> 'agency' and actor > hop.actor order by actor limit 1)
  from hop where hop.actor is not null
)
select actor from hop where actor is not null`,
)

/** All people and programs that acted, by hopping from one to the next in the index; not the agencies' software. */
export async function listActors(db: ReadDb): Promise<string[]> {
  return (await query(db, listActorsSql, [])).map(({ actor }) => actor)
}
