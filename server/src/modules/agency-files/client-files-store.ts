import type { FileTotals } from '@agency-support/contract/modules/agency-file-shapes'
import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'

const columns = [
  'location',
  'file_key',
  'place',
  'object_name',
] as const satisfies readonly Column<'agency_file'>[]

/** A client file with its object in the store. */
export type ClientFileRow = Row<'agency_file', (typeof columns)[number]>

const countSql = statement<[agencyId: number, locations: readonly number[]], { files: number }>(
  'count_client_files',
  `select count(*)::integer as files from agency_file
where agency_id = $1 and kind = 'client' and location = any($2)`,
)

/** The number of an agency's client files in these locations. */
export async function countClientFiles(
  db: ReadDb | Tx,
  agencyId: number,
  locations: readonly number[],
): Promise<number> {
  const [row] = await query(db, countSql, [agencyId, locations])
  return row?.files ?? 0
}

const listSql = statement<
  [agencyId: number, locations: readonly number[], before: Date, limit: number],
  ClientFileRow
>(
  'list_client_files',
  `select ${columns.join(', ')} from agency_file
where agency_id = $1 and kind = 'client' and location = any($2) and stored_at <= $3
order by location, file_key limit $4`,
)

/** The first client files of an agency in these locations that were stored before an instant. */
export function listClientFiles(
  db: ReadDb,
  of: { agencyId: number; locations: readonly number[]; before: Date; limit: number },
): Promise<ClientFileRow[]> {
  return query(db, listSql, [of.agencyId, of.locations, of.before, of.limit])
}

const unlistSql = statement<
  [agencyId: number, locations: number[], keys: string[], places: string[], names: string[]]
>(
  'unlist_client_files',
  `delete from agency_file f using unnest($2::smallint[], $3::text[], $4::text[], $5::text[])
  as gone (location, file_key, place, object_name)
where f.agency_id = $1 and f.kind = 'client' and f.location = gone.location and f.file_key = gone.file_key
  and f.place = gone.place and f.object_name = gone.object_name`,
)

/** Takes client files off the list; one that was replaced by a newer version meanwhile stays. */
export async function unlistClientFiles(
  tx: Tx,
  agencyId: number,
  files: readonly ClientFileRow[],
): Promise<void> {
  await query(tx, unlistSql, [
    agencyId,
    files.map(({ location }) => location),
    files.map(({ file_key: key }) => key),
    files.map(({ place }) => place),
    files.map(({ object_name: name }) => name),
  ])
}

const nothing = { count: 0, active: 0, archived: 0 }
const none: FileTotals = { ...nothing, errors: 0 }

/** True if the agency's software has reported counts for any of these locations. */
export async function hasTotals(
  db: ReadDb | Tx,
  agencyId: number,
  locations: readonly number[],
): Promise<boolean> {
  const rows = await db
    .selectFrom('agency_totals')
    .select('totals')
    .where('agency_id', '=', agencyId)
    .where('location', 'in', locations)
    .execute()
  return rows.some(({ totals }) => (totals as FileTotals).count > 0)
}

/** Sets the counts of these locations to 0, if there are any. */
export async function clearTotals(
  tx: Tx,
  agencyId: number,
  locations: readonly number[],
  at: Date,
): Promise<void> {
  await tx
    .updateTable('agency_totals')
    .set({ totals: JSON.stringify(none), counted_at: at })
    .where('agency_id', '=', agencyId)
    .where('location', 'in', locations)
    .execute()
}
