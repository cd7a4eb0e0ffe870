import type { OpenDatabase, ReadDb } from '../../db/open.ts'
import { query, type Row, statement } from '../../db/query.ts'

type WriteDb = OpenDatabase['write']

/** A connection with registered initials. */
export type ConnectionRow = Row<'texting_connection'>

const listInitialsSql = statement<
  [agencyId: number, seenAfter: Date],
  Row<'texting_connection', 'agency_id' | 'initials'>
>(
  'list_texting_initials',
  `select distinct agency_id, initials from texting_connection where agency_id = $1 and seen_at > $2 order by initials`,
  { byKey: true },
)

/** The initials of an agency's connections that were seen after `seenAfter`, sorted, without duplicates. */
export function listInitials(
  db: ReadDb,
  { agencyId, seenAfter }: { agencyId: number; seenAfter: Date },
): Promise<Row<'texting_connection', 'agency_id' | 'initials'>[]> {
  return query(db, listInitialsSql, [agencyId, seenAfter])
}

const saveConnectionsSql = statement<
  [ids: string[], agencyIds: number[], initials: string[], connectedAt: Date[], seenAt: Date[]]
>(
  'save_texting_connections',
  `insert into texting_connection as known (connection_id, agency_id, initials, connected_at, seen_at)
select * from unnest($1::text[], $2::integer[], $3::text[], $4::timestamptz[], $5::timestamptz[])
on conflict (connection_id) do update set
  initials = excluded.initials, seen_at = greatest(known.seen_at, excluded.seen_at)`,
)

/** Saves the current state of connections, one row each. */
export async function saveConnections(db: WriteDb, rows: readonly ConnectionRow[]): Promise<void> {
  if (rows.length === 0) return
  await query(db, saveConnectionsSql, [
    rows.map(({ connection_id }) => connection_id),
    rows.map(({ agency_id }) => agency_id),
    rows.map(({ initials }) => initials),
    rows.map(({ connected_at }) => connected_at),
    rows.map(({ seen_at }) => seen_at),
  ])
}

// An array parameter, because all clients of a process may disconnect at once, too many for single parameters.
const deleteConnectionsSql = statement<[ids: readonly string[]]>(
  'delete_texting_connections',
  'delete from texting_connection where connection_id = any($1)',
)

/** Deletes connections that have ended. */
export async function deleteConnections(db: WriteDb, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await query(db, deleteConnectionsSql, [ids])
}

/** Deletes rows of processes that died without cleaning up. */
export async function deleteUnseen(db: WriteDb, seenBefore: Date): Promise<void> {
  await db.deleteFrom('texting_connection').where('seen_at', '<', seenBefore).execute()
}
