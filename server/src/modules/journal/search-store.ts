import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../db/open.ts'
import type { JournalRow } from './store.ts'

/** What narrows the journal down. */
export interface JournalFilter {
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
const mostLooked = 20_000

/** Sequence and instant run together but for requests under way: a bound by time reaches this much further. */
const slackMs = 2 * 60_000

const columns = sql`seq, at, actor_kind, actor, event, agency_id, subject, before, after, reason, session_id, request_id`

/** A bound of sequence numbers for a bound of time, by the index on `at`. */
function seqBounds({ from, to }: JournalFilter): RawBuilder<unknown>[] {
  const bounds: RawBuilder<unknown>[] = []
  if (to !== undefined) {
    const latest = new Date(to.getTime() + slackMs)
    bounds.push(sql`seq <= (select seq from journal where at <= ${latest} order by at desc limit 1)`)
  }
  if (from !== undefined) {
    const earliest = new Date(from.getTime() - slackMs)
    bounds.push(sql`seq >= (select seq from journal where at >= ${earliest} order by at limit 1)`)
  }
  return bounds
}

/** The condition whose index leads the look; with none, the journal itself is walked backwards. */
function leading({ agencyId, actor, events, eventsChosen }: JournalFilter): RawBuilder<unknown>[] {
  if (agencyId !== undefined) return [sql`agency_id = ${agencyId}`]
  if (actor !== undefined) return [sql`actor = ${actor}`]
  const [only] = events
  return eventsChosen && events.length === 1 && only !== undefined ? [sql`event = ${only}`] : []
}

function matching(filter: JournalFilter): RawBuilder<unknown>[] {
  const conditions = [sql`event = any(${filter.events})`]
  if (filter.actor !== undefined) conditions.push(sql`actor = ${filter.actor}`)
  if (filter.from !== undefined) conditions.push(sql`at >= ${filter.from}`)
  if (filter.to !== undefined) conditions.push(sql`at < ${filter.to}`)
  if (filter.text !== undefined && filter.text !== '') {
    const pattern = `%${filter.text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
    conditions.push(sql`concat_ws(' ', actor, subject, before::text, after::text, reason) ilike ${pattern}`)
  }
  return conditions
}

interface FoundRow extends JournalRow {
  looked: number
  low: number | null
  low_at: Date | null
}

/** Most answers stand in the newest rows: a short look that fills the page spares the long one. */
const shortLook = 500

/** Looks back from `before` through a bounded stretch of the journal for rows that fit, newest first. */
export async function lookBack(
  db: ReadDb,
  filter: JournalFilter,
  page: { before: number | undefined; limit: number; look?: number },
): Promise<LookBack> {
  const most = page.look ?? mostLooked
  // A page of an export is longer than a short look.
  if (page.limit > shortLook) return lookThrough(db, filter, page, most)
  const short = await lookThrough(db, filter, page, Math.min(shortLook, most))
  const enough = short.next === null || short.rows.length === page.limit || most <= shortLook
  return enough ? short : lookThrough(db, filter, page, most)
}

async function lookThrough(
  db: ReadDb,
  filter: JournalFilter,
  page: { before: number | undefined; limit: number },
  look: number,
): Promise<LookBack> {
  const stretch = [...leading(filter), ...seqBounds(filter)]
  if (page.before !== undefined) stretch.push(sql`seq < ${page.before}`)
  const within = stretch.length === 0 ? sql`` : sql`where ${sql.join(stretch, sql` and `)}`
  const { rows } = await sql<FoundRow>`
    with stretch as materialized (select ${columns} from journal ${within} order by seq desc limit ${look})
    select looked.n as looked, looked.low, looked.low_at, found.*
    from (select count(*) as n, min(seq) as low, min(at) as low_at from stretch) looked
    left join lateral (
      select * from stretch where ${sql.join(matching(filter), sql` and `)} order by seq desc limit ${page.limit}
    ) found on true
    order by found.seq desc`.execute(db)
  return lookBackOf(rows, page.limit, look)
}

function lookBackOf(rows: readonly FoundRow[], limit: number, look: number): LookBack {
  const [first] = rows
  const found = rows
    .filter(({ seq }) => seq !== null)
    .map(({ looked: _n, low: _l, low_at: _a, ...row }) => row)
  const last = found.at(-1)
  if (found.length === limit && last !== undefined)
    return { rows: found, next: last.seq, lookedBackTo: last.at }
  if (first === undefined || first.looked < look) return { rows: found, next: null, lookedBackTo: null }
  return { rows: found, next: first.low, lookedBackTo: first.low_at }
}

/** All people and programs that acted, by hopping from one to the next in the index; not the agencies' software. */
export async function listActors(db: ReadDb): Promise<string[]> {
  const { rows } = await sql<{ actor: string }>`
    with recursive hop as (
      (select actor from journal where actor_kind <> 'agency' order by actor limit 1)
      union all
      select (select actor from journal where actor_kind <> 'agency' and actor > hop.actor order by actor limit 1)
      from hop where hop.actor is not null
    )
    select actor from hop where actor is not null`.execute(db)
  return rows.map(({ actor }) => actor)
}
