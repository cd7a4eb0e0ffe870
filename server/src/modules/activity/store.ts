import type { ActivityCategory } from '@agency-support/contract/modules/activity'
import { countOn } from '../../db/day-counts.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import { type Narrowed, query, type Row, statement } from '../../db/query.ts'

const addDaysSql = statement<[fromXid: string, toXid: string]>(
  'add_activity_days',
  `insert into activity_day as kept (day, category, change)
select (at at time zone 'UTC')::date, category, sum(change) from activity_event
where xid >= $1::xid8 and xid < $2::xid8 group by 1, 2
on conflict (day, category) do update set change = kept.change + excluded.change`,
)

/** Adds events appended since the last call to the daily totals. */
export function countNewActivity(tx: Tx): Promise<void> {
  return countOn(tx, 'activity_event', async (from, to) => {
    await query(tx, addDaysSql, [from, to])
  })
}

/** The figures of a category. */
export interface CategoryFigures {
  category: ActivityCategory
  /** The current total. */
  total: number
  /** Additions since each of the two instants. */
  days1: number
  days7: number
}

// One snapshot, so that the mark, the days below it and the events above it match.
const readFiguresSql = statement<[day: Date, week: Date], CategoryFigures>(
  'read_activity_figures',
  `select category, sum(total)::integer as total, sum(days1)::integer as days1, sum(days7)::integer as days7
from (
  select category, change as total, 0 as days1, 0 as days7 from activity_day
  union all
  select category, change, 0, 0 from activity_event
  where xid >= (select below_xid from day_count_mark where history = 'activity_event')
  union all
  select category, 0, (at >= $1)::integer, 1 from activity_event where at >= $2 and change = 1
) counted group by category`,
)

/** Figures of every category that has events. */
export function readFigures(db: ReadDb, since: { day: Date; week: Date }): Promise<CategoryFigures[]> {
  return query(db, readFiguresSql, [since.day, since.week])
}

/** An event as stored. */
export type ActivityEventRow = Narrowed<
  Row<'activity_event', 'event_id' | 'at' | 'category' | 'agency_id' | 'change'>,
  { category: ActivityCategory; change: 1 | -1 }
>

const columns = 'event_id, at, category, agency_id, change'

const listAdditionsSql = statement<[since: Date, limit: number], ActivityEventRow>(
  'list_activity_additions',
  `select found.* from unnest(array['Registration', 'Cloud', 'Texting', 'Vendor']) as wanted cross join lateral (
  select ${columns} from activity_event
  where category = wanted and change = 1 and at >= $1 order by at desc, event_id desc limit $2
) found order by at desc, event_id desc`,
)

/** The newest additions of each category since an instant, newest first. */
export function listAdditions(db: ReadDb, since: Date, limit: number): Promise<ActivityEventRow[]> {
  return query(db, listAdditionsSql, [since, limit])
}

const listEventsSql = (additionsOnly: boolean) =>
  statement<
    [category: ActivityCategory, since: Date, before: number | null, limit: number],
    ActivityEventRow
  >(
    additionsOnly ? 'list_activity_of_span' : 'list_activity',
    `select ${columns} from activity_event
where category = $1 and at >= $2${additionsOnly ? ' and change = 1' : ''}
  and ($3::bigint is null
    or (at, event_id) < (select last.at, last.event_id from activity_event last where last.event_id = $3))
order by at desc, event_id desc limit $4`,
  )

/** Events of a category since an instant, newest first, beginning after the event `before`. */
export function listEvents(
  db: ReadDb,
  wanted: {
    category: ActivityCategory
    since: Date
    before: number | null
    additionsOnly: boolean
    limit: number
  },
): Promise<ActivityEventRow[]> {
  const { category, since, before, additionsOnly, limit } = wanted
  return query(db, listEventsSql(additionsOnly), [category, since, before, limit])
}

const hasClientCountSql = statement<[at: Date], { at: Date }>(
  'find_client_count',
  `select at from client_count_day where day = ($1::timestamptz at time zone 'UTC')::date`,
)

/** True if the clients were counted on the UTC day of this instant. */
export async function hasClientCount(db: ReadDb, at: Date): Promise<boolean> {
  return (await query(db, hasClientCountSql, [at])).length > 0
}

const addClientCountSql = statement<[at: Date, clients: number]>(
  'add_client_count',
  `insert into client_count_day (day, at, clients)
values (($1::timestamptz at time zone 'UTC')::date, $1, $2) on conflict (day) do nothing`,
)

/** Saves the number of clients as a day's count, unless the day has one. */
export async function addClientCount(tx: Tx, at: Date, clients: number): Promise<void> {
  await query(tx, addClientCountSql, [at, clients])
}

const readClientCountsSql = statement<
  [day: Date, week: Date],
  { day: number | null; week: number | null; oldest: number | null }
>(
  'read_client_counts',
  `select
  (select clients from client_count_day where at <= $1 order by day desc limit 1) as day,
  (select clients from client_count_day where at <= $2 order by day desc limit 1) as week,
  (select clients from client_count_day order by day limit 1) as oldest`,
)

/** The number of clients at two instants: the last count before each, otherwise the oldest; null without counts. */
export async function readClientCounts(
  db: ReadDb,
  since: { day: Date; week: Date },
): Promise<{ day: number | null; week: number | null }> {
  const [row] = await query(db, readClientCountsSql, [since.day, since.week])
  const oldest = row?.oldest ?? null
  return { day: row?.day ?? oldest, week: row?.week ?? oldest }
}
