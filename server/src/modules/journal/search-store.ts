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

/** One look back: what was found, and where the next one goes on. */
export interface LookBack {
  rows: JournalRow[]
  /** The id to look before; null at the beginning of the journal. */
  next: number | null
  lookedBackTo: Date | null
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

function matching(filter: JournalFilter, value: Value): string[] {
  const conditions = [`event = any(${value(filter.events)})`]
  if (filter.by !== undefined) conditions.push(filter.by === 'people' ? byPeople : `not (${byPeople})`)
  if (filter.actor !== undefined) conditions.push(`actor = ${value(filter.actor)}`)
  if (filter.from !== undefined) conditions.push(`at >= ${value(filter.from)}`)
  if (filter.to !== undefined) conditions.push(`at < ${value(filter.to)}`)
  if (filter.text !== undefined && filter.text !== '') {
    const pattern = `%${filter.text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
    conditions.push(
      `concat_ws(' ', actor, subject, before::text, after::text, reason) ilike ${value(pattern)}`,
    )
  }
  return conditions
}

/** Rows of the looks before the long one: most answers stand in the newest rows, and who has a page full looks no further. */
const shortLooks = [100, 500]

/** Looks back from `before` through a bounded stretch of the journal for rows that fit, newest first. */
export async function lookBack(
  db: Asks,
  filter: JournalFilter,
  page: { before: number | undefined; limit: number; look?: number },
): Promise<LookBack> {
  const { look = maxLooked } = page
  // A page of an export is longer than a short look.
  for (const short of shortLooks.filter((rows) => rows >= page.limit && rows < look)) {
    const found = await lookThrough(db, filter, page, short)
    if (found.next === null || found.rows.length === page.limit) return found
  }
  return lookThrough(db, filter, page, look)
}

/** A row that was found, or none, beside what was looked through: how many rows, and the oldest of them. */
type Looked = { looked: number; low: number | null; low_at: Date | null } & (JournalRow | { seq: null })

/** By their text: as many as there are ways to narrow the journal down, each with and without a place to begin. */
const looks = new Map<string, Statement<unknown[], Looked>>()

function toStatement(text: string, byKey: boolean): Statement<unknown[], Looked> {
  const known = looks.get(text)
  if (known !== undefined) return known
  const made = statement<unknown[], Looked>(nameByText('look_back', text), text, { byKey })
  looks.set(text, made)
  return made
}

/**
 * Limits are written out: of one that is a parameter PostgreSQL expects a tenth of the journal, and would then rather
 * plan every look anew, which takes longer than the look. By hand, for the builder took a tenth of the request.
 */
function writeLook(
  filter: JournalFilter,
  { before, limit }: { before: number | undefined; limit: number },
  look: number,
): { text: string; values: unknown[] } {
  const { values, value } = new Writing()
  const stretch = [...leading(filter, value), ...seqBounds(filter, value)]
  if (before !== undefined) stretch.push(`seq < ${value(before)}`)
  const where = stretch.length === 0 ? '' : `where ${stretch.join(' and ')} `
  const text = `with stretch as materialized (
  select ${shown} from journal ${where}order by seq desc limit ${look}
)
select whole.*, found.*
from (select count(*) as looked, min(seq) as low, min(at) as low_at from stretch) whole
left join lateral (
  select * from stretch where ${matching(filter, value).join(' and ')} order by seq desc limit ${limit}
) found on true
order by found.seq desc`
  return { text, values }
}

async function lookThrough(
  db: Asks,
  filter: JournalFilter,
  page: { before: number | undefined; limit: number },
  look: number,
): Promise<LookBack> {
  const { text, values } = writeLook(filter, page, look)
  // So few rows of one index, none of them searched for a text, take about as long as a look-up.
  const byKey = look === shortLooks[0] && filter.text === undefined
  const rows = await query(db, toStatement(text, byKey), values)
  const [first] = rows
  const found = rows.filter((row) => row.seq !== null)
  const last = found.at(-1)
  if (found.length === page.limit && last !== undefined)
    return { rows: found, next: last.seq, lookedBackTo: last.at }
  if (first === undefined || first.looked < look) return { rows: found, next: null, lookedBackTo: null }
  return { rows: found, next: first.low, lookedBackTo: first.low_at }
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
