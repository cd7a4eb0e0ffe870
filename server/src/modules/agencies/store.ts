import { jsonItem, type JsonFields, type JsonPage, jsonPage, jsonPageSize } from '../../db/json-rows.ts'
import { keyedRowsOf, type ReadDb, rowsOf, type Tx } from '../../db/open.ts'

/** A folder of an agency's storage as its software last reported it. */
export interface FolderRow {
  folder: string
  compliant: boolean
  detail: string
}

/** An agency as the table holds it. */
export interface AgencyRow {
  agency_id: number
  name: string
  version_display: string
  is_online: boolean
  region_id: number
  pool_id: number
  status: number
  storage_mode: number
  onboarding_status: number
  domains: number
  agency_type: number
  folder_compliance: FolderRow[]
  time_zone_id: string
  version: number
}

/** A row after its change, with the value that was there before. */
export type Changed<T> = AgencyRow & { before: T }

/** A column with a version of its own. */
export type VersionedField = 'name' | 'status' | 'storage_mode'

/** Who makes a change, and when. */
export interface ChangedBy {
  by: string
  at: Date
}

/** Who last changed a field, and when. */
export interface LastChange {
  changed_by: string | null
  changed_at: Date | null
}

const columns = [
  'agency_id',
  'name',
  'version_display',
  'is_online',
  'region_id',
  'pool_id',
  'status',
  'storage_mode',
  'onboarding_status',
  'domains',
  'agency_type',
  'folder_compliance',
  'time_zone_id',
  'version',
] as const

const byId = `select ${columns.join(', ')} from agency where agency_id = $1`

/** One agency, or undefined. */
export async function findAgency(db: ReadDb | Tx, agencyId: number): Promise<AgencyRow | undefined> {
  const [row] = await keyedRowsOf<AgencyRow>(db, byId, [agencyId])
  return row
}

const byIdLocked = `${byId} for update`

/** The same, kept from changing until the transaction ends. */
export async function lockAgency(tx: Tx, agencyId: number): Promise<AgencyRow | undefined> {
  const [row] = await rowsOf<AgencyRow>(tx, byIdLocked, [agencyId])
  return row
}

/** What stands in a row of the list: the columns of an agency, and whether it is enabled as a bit of the wire. */
export type ListedColumn = keyof AgencyRow | 'flags'

// A jsonb is written with blanks; the fields are in its own order, which is that of their lengths.
const folderFields = jsonItem({ detail: 'detail', folder: 'folder', compliant: 'compliant' }, 'told')
const folders = `case when folder_compliance = '[]' then '[]'::json else (
  select ('[' || string_agg(row_to_json(item)::text, ',' order by n) || ']')::json
  from rows from (jsonb_to_recordset(folder_compliance) as (folder text, compliant boolean, detail text))
    with ordinality as told (folder, compliant, detail, n) cross join lateral ${folderFields}
) end`
const listed = columns.map((column) => (column === 'folder_compliance' ? `${folders} as ${column}` : column))

const pageOf = (fields: JsonFields): string =>
  `select ${jsonPage('a.agency_id')}, max(a.agency_id) as last
from (
  select ${listed.join(', ')}, (status between 1 and 4)::integer as flags
  from agency where agency_id > $1 order by agency_id limit $2
) a cross join lateral ${jsonItem(fields, 'a')}`

/** All agencies by id as JSON of these fields, in pieces of a page. */
export async function* listAgencies(
  db: ReadDb,
  fields: Readonly<Record<string, ListedColumn>>,
  pageSize = jsonPageSize,
): AsyncGenerator<string> {
  const page = pageOf(fields)
  let after = 0
  for (;;) {
    const [read] = await db.rows<JsonPage & { last: number }>(page, [after, pageSize])
    if (read === undefined || read.items === null) return
    yield read.items
    if (read.rows < pageSize) return
    after = read.last
  }
}

// The row is locked before it is compared, so a writer that waited judges what the other one left.
function updateOf(field: VersionedField, assignments: string): string {
  return `update agency a set ${assignments}, version = a.version + 1, ${field}_version = a.version + 1,
  ${field}_changed_by = $4, ${field}_changed_at = $5
from (select agency_id, ${field}, ${field}_version from agency where agency_id = $1 for update) b
where a.agency_id = b.agency_id and b.${field} <> $2 and ($3::bigint is null or b.${field}_version <= greatest($3::bigint, 1))
returning ${columns.map((column) => `a.${column}`).join(', ')}, b.${field} as before`
}

const updateName = updateOf('name', 'name = $2, name_folded = $6')
const updateStatus = updateOf('status', 'status = $2')
const updateStorageMode = updateOf('storage_mode', 'storage_mode = $2')

/** Renames and returns the new row; undefined when there is no such agency, it has that name, or the name changed after `version`. */
export async function renameAgency(
  tx: Tx,
  change: ChangedBy & { agencyId: number; name: string; nameFolded: string; version: number | undefined },
): Promise<Changed<string> | undefined> {
  const { agencyId, name, nameFolded, version, by, at } = change
  const values = [agencyId, name, version ?? null, by, at, nameFolded]
  const [row] = await rowsOf<Changed<string>>(tx, updateName, values)
  return row
}

/** Sets the status and returns the new row; undefined for the same reasons as `renameAgency`. */
export async function setAgencyStatus(
  tx: Tx,
  change: ChangedBy & { agencyId: number; status: number; version: number | undefined },
): Promise<Changed<number> | undefined> {
  const values = [change.agencyId, change.status, change.version ?? null, change.by, change.at]
  const [row] = await rowsOf<Changed<number>>(tx, updateStatus, values)
  return row
}

/** Sets the storage mode and returns the new row; undefined for the same reasons as `renameAgency`. */
export async function setStorageMode(
  tx: Tx,
  change: ChangedBy & { agencyId: number; mode: number; version: number | undefined },
): Promise<Changed<number> | undefined> {
  const values = [change.agencyId, change.mode, change.version ?? null, change.by, change.at]
  const [row] = await rowsOf<Changed<number>>(tx, updateStorageMode, values)
  return row
}

const insert = `insert into agency (agency_id, name, name_folded, is_online, projected_clients, projected_users)
values ($1, $2, $3, $4, $5, $6) on conflict (agency_id) do nothing returning ${columns.join(', ')}`

/** Adds an agency and returns its row; undefined when the id is taken. */
export async function insertAgency(
  tx: Tx,
  agency: {
    agencyId: number
    agencyName: string
    nameFolded: string
    isOnline: boolean
    projectedClients: number
    projectedUsers: number
  },
): Promise<AgencyRow | undefined> {
  const { agencyId, agencyName, nameFolded, isOnline, projectedClients, projectedUsers } = agency
  const values = [agencyId, agencyName, nameFolded, isOnline, projectedClients, projectedUsers]
  const [row] = await rowsOf<AgencyRow>(tx, insert, values)
  return row
}

const setFolders = `update agency set folder_compliance = $2::jsonb
where agency_id = $1 and folder_compliance <> $2::jsonb returning 1`

/** Replaces what is known of an agency's folders; false when it is the same. */
export async function replaceFolders(tx: Tx, agencyId: number, folders: FolderRow[]): Promise<boolean> {
  return (await rowsOf(tx, setFolders, [agencyId, JSON.stringify(folders)])).length > 0
}

/** Who last changed a field of an agency; null when it has its first value, undefined without the agency. */
export function findLastChange(
  tx: Tx,
  agencyId: number,
  field: VersionedField,
): Promise<LastChange | undefined> {
  return tx
    .selectFrom('agency')
    .select([`${field}_changed_by as changed_by`, `${field}_changed_at as changed_at`])
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()
}
