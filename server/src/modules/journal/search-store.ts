import { allEvents } from '@agency-support/contract'
import { type JsonFields, jsonInstant, jsonItem, type JsonPage, jsonPage } from '../../db/json-rows.ts'
import type { ReadDb } from '../../db/open.ts'
import { type Asks, nameByText, query, type Statement, statement } from '../../db/query.ts'
import { byPeople, columns } from './store.ts'

/** The filter of a journal search. */
export interface JournalFilter {
  by?: 'people' | 'software' | undefined
  actor?: string | undefined
  agencyId?: number | undefined
  /** Only these events; never empty. */
  events: readonly string[]
  /** True if `events` is a choice, not everything that the reader may see. */
  eventsChosen: boolean
  from?: Date | undefined
  to?: Date | undefined
  text?: string | undefined
}

/** Where a scan ended. */
interface Ended {
  /** The cursor of the next scan: only ids below it; null at the beginning of the journal. */
  next: number | null
  lookedBackTo: Date | null
}

/** The matching entries of a scan as JSON, their number, and where the next scan continues. */
interface Found extends Ended, JsonPage {}

/** The columns of an entry's JSON; `instant` is its time in the wire's form. */
export type EntryColumn = Exclude<(typeof columns)[number], 'at'> | 'instant'

/** Where a scan begins, and how many matching rows it returns. */
interface Wanted {
  before: number | undefined
  limit: number
}

/**
 * The most rows that one scan reads when a condition has no index. Every write pays for the journal's indexes, so free
 * text has none: it is searched step by step instead.
 */
const maxScanned = 20_000

/**
 * How far the time of a row may lie before that of one written earlier: a row has the time at which its request began,
 * and no request lasts longer (longestRequestMs in calls/idempotency.ts).
 */
const slackMs = 2 * 60_000

/** Collects the parameters of a statement while its text is built. */
class Parameters {
  readonly values: unknown[] = []

  /** The placeholder of a value; the same value twice is two parameters. */
  readonly value = (value: unknown): string => `$${this.values.push(value)}`
}

type Value = Parameters['value']

const shown = columns.join(', ')

/**
 * Bounds of sequence numbers for bounds of time, by the index on `at`: those of all rows within the slack of the row
 * next to the bound, because the one written last need not be the one with the latest time. A row that was written later
 * than the slack after its time is missed by a bound that lies between: a sign-out while the database took no changes,
 * or a row of a server whose clock is minutes off. To find those takes a BRIN index over (at, seq) and a forced plan,
 * because the planner takes the two for independent.
 */
function seqBounds({ from, to }: JournalFilter, value: Value): string[] {
  const slack = `interval '${slackMs} milliseconds'`
  const bounds: string[] = []
  // `offset 0` keeps the planner from looking for the highest and lowest number along the primary key.
  if (to !== undefined) {
    const end = value(to)
    bounds.push(`seq <= (select max(seq) from (
    select seq from journal where at < ${end} and at > (select max(at) from journal where at < ${end}) - ${slack} offset 0
  ) latest)`)
  }
  if (from !== undefined) {
    const begin = value(from)
    bounds.push(`seq >= (select min(seq) from (
    select seq from journal where at >= ${begin} and at < (select min(at) from journal where at >= ${begin}) + ${slack} offset 0
  ) earliest)`)
  }
  return bounds
}

/** The condition whose index is scanned; without one, the journal itself is scanned backwards. */
function indexConditions(
  { agencyId, by, actor, events, eventsChosen }: JournalFilter,
  value: Value,
): string[] {
  if (agencyId !== undefined)
    return [`agency_id = ${value(agencyId)}`, ...(by === 'people' ? [byPeople] : [])]
  if (actor !== undefined) return [`actor = ${value(actor)}`]
  const [only] = events
  return eventsChosen && events.length === 1 && only !== undefined ? [`event = ${value(only)}`] : []
}

/** An `ilike` pattern for a substring. */
const toPattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** A `text[]` of event names, which need no quotes; the driver would escape a hundred of them for every page. */
const toTextArray = (events: readonly string[]): string => `{${events.join(',')}}`

const everyEvent = toTextArray([...allEvents.keys()])

/**
 * A literal for whoever may see all events: PostgreSQL finds the event of a row in a literal by its hash, in a parameter
 * by comparing it with each element.
 */
const eventCondition = (events: readonly string[], value: Value): string =>
  `event = any(${events.length === allEvents.size ? `'${everyEvent}'` : value(toTextArray(events))}::text[])`

function rowConditions(filter: JournalFilter, value: Value): string[] {
  const conditions = [eventCondition(filter.events, value)]
  if (filter.by !== undefined) conditions.push(filter.by === 'people' ? byPeople : `not (${byPeople})`)
  if (filter.actor !== undefined) conditions.push(`actor = ${value(filter.actor)}`)
  if (filter.from !== undefined) conditions.push(`at >= ${value(filter.from)}`)
  if (filter.to !== undefined) conditions.push(`at < ${value(filter.to)}`)
  if (filter.text !== undefined && filter.text !== '') {
    // In JSON a quotation mark is escaped.
    const texts = new Set([filter.text, JSON.stringify(filter.text).slice(1, -1)])
    const patterns = [...texts].map(toPattern)
    conditions.push(
      `concat_ws(' ', actor, subject, before::text, after::text, reason) ilike any(${value(patterns)}::text[])`,
    )
  }
  return conditions
}

/** Rows of the short scans before the long one: most results are among the newest rows. */
const shortScans = [100, 500]

/**
 * Scans the journal back from `before` for matching rows, newest first, and writes their JSON of these fields: further
 * and further until a page is full, the beginning is reached, or `maxRows` rows are scanned.
 */
export async function scan(
  db: Asks,
  filter: JournalFilter,
  { maxRows = maxScanned, ...wanted }: Wanted & { maxRows?: number },
  fields: Readonly<Record<string, EntryColumn>>,
): Promise<Found> {
  const search = { filter, wanted, fields }
  // A page of an export is longer than a short scan.
  for (const short of shortScans.filter((rows) => rows >= wanted.limit && rows < maxRows)) {
    const found = await scanRange(db, search, short)
    if (found.next === null || found.rows === wanted.limit) return found
  }
  return scanRange(db, search, maxRows)
}

/** The page of matching rows with the oldest of these, and the scanned range, which is not counted for a full page. */
type ScannedPage = JsonPage & {
  last: number | null
  last_at: Date | null
  looked: number
  low: number | null
  low_at: Date | null
}

/** By their text: one per combination of filters, with and without a cursor. */
const statements = new Map<string, Statement<unknown[], ScannedPage>>()

function toStatement(text: string, byKey: boolean): Statement<unknown[], ScannedPage> {
  const known = statements.get(text)
  if (known !== undefined) return known
  const made = statement<unknown[], ScannedPage>(nameByText('look_back', text), text, { byKey })
  statements.set(text, made)
  return made
}

/** What one scan looks for, and in which fields it tells it. */
interface Search {
  filter: JournalFilter
  wanted: Wanted
  fields: JsonFields
}

const newestFirst = 'found.seq desc'

/**
 * Limits are literals: for a parameter PostgreSQL assumes a tenth of the journal and replans every scan, which takes
 * longer than the scan. The SQL is handwritten because building it took a tenth of the request. PostgreSQL reads
 * `stretch`, the scanned rows, only as far as it is asked to, so that a full page ends the scan: the rest is read and
 * counted only if the page is not full.
 */
function writeScan(
  { filter, wanted: { before, limit }, fields }: Search,
  maxRows: number,
): { text: string; values: unknown[] } {
  const { values, value } = new Parameters()
  const stretch = [...indexConditions(filter, value), ...seqBounds(filter, value)]
  if (before !== undefined) stretch.push(`seq < ${value(before)}`)
  const where = stretch.length === 0 ? '' : `where ${stretch.join(' and ')} `
  const fitting = `select * from stretch where ${rowConditions(filter, value).join(' and ')} order by seq desc limit ${limit}`
  const text = `with stretch as materialized (
  select ${shown} from journal ${where}order by seq desc limit ${maxRows}
)
select * from (
  select ${jsonPage(newestFirst)}, min(found.seq) as last,
    (array_agg(found.at order by ${newestFirst}))[count(*)::integer] as last_at
  from (select *, ${jsonInstant('at')} as instant from (${fitting}) fitting) found
    cross join lateral ${jsonItem(fields, 'found')}
) page
cross join lateral (
  select count(*) as looked, min(seq) as low, min(at) as low_at from stretch where page.rows < ${limit}
) whole`
  return { text, values }
}

/** So few rows of one index, without a text search, take about as long as a lookup by key. */
const isByKey = ({ text }: JournalFilter, maxRows: number): boolean =>
  maxRows === shortScans[0] && text === undefined

/** A scan ends at the last row of a full page, otherwise at the last scanned row. */
async function scanRange(db: Asks, search: Search, maxRows: number): Promise<Found> {
  const { text, values } = writeScan(search, maxRows)
  const [page] = await query(db, toStatement(text, isByKey(search.filter, maxRows)), values)
  if (page === undefined) throw new Error('a scan of the journal has no result')
  const { items, rows, last, last_at: lastAt, looked, low, low_at: lowAt } = page
  if (rows === search.wanted.limit) return { items, rows, next: last, lookedBackTo: lastAt }
  if (looked < maxRows) return { items, rows, next: null, lookedBackTo: null }
  return { items, rows, next: low, lookedBackTo: lowAt }
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

/** All people and programs that acted, by skipping through the index (loose index scan); not the agencies' software. */
export async function listActors(db: ReadDb): Promise<string[]> {
  return (await query(db, listActorsSql, [])).map(({ actor }) => actor)
}
