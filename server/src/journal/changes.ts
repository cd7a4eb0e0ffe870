import { allCalls, allEvents } from '@agency-support/contract'
import { getModule } from '@agency-support/contract/event'
import type { LiveHint } from '@agency-support/contract/modules/journal'
import type { ReadDb } from '../db/open.ts'
import { query, type Queryable, type Row, statement } from '../db/query.ts'

/** The rows that became visible since a snapshot, and the snapshot to continue from. */
export interface Changes {
  rows: readonly ChangeRow[]
  /** The PostgreSQL snapshot of this read: which transactions had ended. */
  snapshot: string
  /** Every transaction below this id has ended, so no row can appear there any more. */
  snapshotXmin: bigint
  /** True if there were too many rows to report one by one. */
  burst: boolean
}

export interface ChangeRow {
  event: string
  agencyId: number | null
}

const maxRows = 2_000

// Comparing snapshots finds exactly what was committed in between, in whatever order transactions ended. A sequence
// number would skip a row whose transaction began earlier and ended later.
const readChangesSql = statement<[since: string], FoundRow>(
  'read_changes',
  `select pg_current_snapshot()::text as snapshot, pg_snapshot_xmin(pg_current_snapshot())::text as "snapshotXmin",
  pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmin($1::pg_snapshot) as back, j.event, j.agency_id
from (select 1) one left join lateral (
  select event, agency_id from journal
  where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
  order by journal.xid, seq limit ${maxRows + 1}
) j on true`,
)

interface Snapshot {
  snapshot: string
  snapshotXmin: string
}
type FoundRow = Snapshot & { back: boolean; event: Row<'journal'>['event'] | null } & Row<
    'journal',
    'agency_id'
  >

/** The journal rows since a snapshot, read in one statement so that they match the new snapshot. */
export async function readChanges(db: ReadDb, since: string): Promise<Changes> {
  const rows = await query(db, readChangesSql, [since])
  const [first] = rows
  if (first === undefined) throw new Error('the snapshot query returned no row')
  const found = rows.flatMap(({ event, agency_id: agencyId }) =>
    event === null ? [] : [{ event, agencyId }],
  )
  // After a restore to an earlier time the snapshot knows fewer transactions, so anything may have changed.
  const burst = first.back || found.length > maxRows
  return { rows: found, snapshot: first.snapshot, snapshotXmin: BigInt(first.snapshotXmin), burst }
}

/** The snapshot in which every transaction below `snapshotXmin` had ended and none above it had begun. */
export function snapshotAt(snapshotXmin: bigint): string {
  return `${snapshotXmin}:${snapshotXmin}:`
}

/** The longest cursor: a snapshot with more open transactions is represented by its xmin alone. */
const maxCursorLength = 2_000

/** A snapshot as a cursor for a browser. */
export function toCursor(snapshot: string): string {
  return snapshot.length <= maxCursorLength ? snapshot : snapshot.slice(0, snapshot.indexOf(':'))
}

const cursorPattern = /^(\d{1,18})(?::(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?))?$/

/** The snapshot that a cursor stands for: a whole one, or a snapshot xmin alone; undefined if it is neither. */
export function parseCursor(text: string): { snapshot: string; snapshotXmin: bigint } | undefined {
  const [, xmin = '0', xmax, open = ''] =
    (text.length > maxCursorLength ? null : cursorPattern.exec(text)) ?? []
  const snapshotXmin = BigInt(xmin)
  if (snapshotXmin === 0n) return undefined
  if (xmax === undefined) return { snapshot: snapshotAt(snapshotXmin), snapshotXmin }
  const ids = [snapshotXmin, ...(open === '' ? [] : open.split(',').map(BigInt))]
  // PostgreSQL rejects any other order with an error.
  const isOrdered = ids.every(
    (id, at) => id >= (ids[at - 1] ?? id) && (at === 0 ? id <= BigInt(xmax) : id < BigInt(xmax)),
  )
  return isOrdered ? { snapshot: text, snapshotXmin } : undefined
}

const readSnapshotSql = statement<[], Snapshot>(
  'read_snapshot',
  `select pg_current_snapshot()::text as snapshot, pg_snapshot_xmin(pg_current_snapshot())::text as "snapshotXmin"`,
)

/** The current snapshot, from which to read changes. */
export async function readSnapshot(db: Queryable): Promise<{ snapshot: string; snapshotXmin: bigint }> {
  const [row] = await query(db, readSnapshotSql, [])
  if (row === undefined) throw new Error('the snapshot query returned no row')
  return { snapshot: row.snapshot, snapshotXmin: BigInt(row.snapshotXmin) }
}

/** Above this number, hints name modules instead of agencies. */
const maxHints = 100

/** Events of calls that only read: they are news to the history, not to the screens of their module. */
const onlyRead = new Set(
  allCalls.filter(({ kind }) => kind === 'audited').flatMap(({ events }) => events.map(({ name }) => name)),
)

const toHint = ({ event, agencyId }: Changes['rows'][number]): LiveHint => ({
  module: onlyRead.has(event) ? 'journal' : getModule(event),
  agencyId,
  event,
})

/** Rows as hints, without duplicates. A burst becomes one hint per module, because not all of its rows were read. */
export function toHints({ rows, burst }: Pick<Changes, 'rows' | 'burst'>): LiveHint[] {
  if (burst) return moduleHints([...allEvents.keys()].map(getModule))
  const byKey = new Map<string, LiveHint>()
  for (const row of rows) byKey.set(`${row.event} ${row.agencyId}`, toHint(row))
  const hints = [...byKey.values()]
  return hints.length <= maxHints ? hints : moduleHints(hints.map(({ module }) => module))
}

function moduleHints(modules: readonly string[]): LiveHint[] {
  return [...new Set(modules)].map((module) => ({ module, agencyId: null, event: null }))
}
