import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { ReadDb } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'
import { columns, isByPeople, type JournalRow } from './store.ts'

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

/** A bound of sequence numbers for a bound of time, by the index on `at`. */
function seqBounds({ from, to }: JournalFilter): RawBuilder<SqlBool>[] {
  const bounds: RawBuilder<SqlBool>[] = []
  if (to !== undefined) {
    const latest = new Date(to.getTime() + slackMs)
    bounds.push(sql<SqlBool>`seq <= (select seq from journal where at <= ${latest} order by at desc limit 1)`)
  }
  if (from !== undefined) {
    const earliest = new Date(from.getTime() - slackMs)
    bounds.push(sql<SqlBool>`seq >= (select seq from journal where at >= ${earliest} order by at limit 1)`)
  }
  return bounds
}

/** The condition whose index leads the look; with none, the journal itself is walked backwards. */
function leading({ agencyId, by, actor, events, eventsChosen }: JournalFilter): RawBuilder<SqlBool>[] {
  if (agencyId !== undefined)
    return [sql<SqlBool>`agency_id = ${agencyId}`, ...(by === 'people' ? [isByPeople] : [])]
  if (actor !== undefined) return [sql<SqlBool>`actor = ${actor}`]
  const [only] = events
  return eventsChosen && events.length === 1 && only !== undefined ? [sql<SqlBool>`event = ${only}`] : []
}

function matching(filter: JournalFilter): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`event = any(${filter.events})`]
  if (filter.by !== undefined)
    conditions.push(filter.by === 'people' ? isByPeople : sql<SqlBool>`not (${isByPeople})`)
  if (filter.actor !== undefined) conditions.push(sql<SqlBool>`actor = ${filter.actor}`)
  if (filter.from !== undefined) conditions.push(sql<SqlBool>`at >= ${filter.from}`)
  if (filter.to !== undefined) conditions.push(sql<SqlBool>`at < ${filter.to}`)
  if (filter.text !== undefined && filter.text !== '') {
    const pattern = `%${filter.text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
    conditions.push(
      sql<SqlBool>`concat_ws(' ', actor, subject, before::text, after::text, reason) ilike ${pattern}`,
    )
  }
  return conditions
}

/** Rows of the looks before the long one: most answers stand in the newest rows, and who has a page full looks no further. */
const shortLooks = [100, 500]

/** Looks back from `before` through a bounded stretch of the journal for rows that fit, newest first. */
export async function lookBack(
  db: ReadDb,
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

/**
 * Limits are written out: of one that is a parameter PostgreSQL expects a tenth of the journal, and would then rather
 * plan every look anew, which takes longer than the look.
 */
async function lookThrough(
  db: ReadDb,
  filter: JournalFilter,
  page: { before: number | undefined; limit: number },
  look: number,
): Promise<LookBack> {
  const stretch = [...leading(filter), ...seqBounds(filter)]
  if (page.before !== undefined) stretch.push(sql<SqlBool>`seq < ${page.before}`)
  const rows = await db
    .with(
      (name) => name('stretch').materialized(),
      (cte) =>
        cte
          .selectFrom('journal')
          .select(columns)
          .where((is) => is.and(stretch))
          .orderBy('seq', 'desc')
          .limit(sql.lit(look)),
    )
    .selectFrom((of) =>
      of
        .selectFrom('stretch')
        .select(({ fn }) => [
          fn.countAll<number>().as('looked'),
          fn.min('seq').as('low'),
          fn.min('at').as('low_at'),
        ])
        .as('whole'),
    )
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('stretch')
          .selectAll()
          .where((is) => is.and(matching(filter)))
          .orderBy('seq', 'desc')
          .limit(sql.lit(page.limit))
          .as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('whole')
    .selectAll('found')
    .orderBy('found.seq', 'desc')
    .execute()
  const [first] = rows
  const found = rows.flatMap(({ looked: _n, low: _l, low_at: _a, ...row }) =>
    row.seq === null ? [] : [row as JournalRow],
  )
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
