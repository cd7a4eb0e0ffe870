import type { FolderCompliance } from '@agency-support/contract/modules/agencies'
import {
  getListName,
  jsonItem,
  type JsonFields,
  type JsonPageById,
  jsonPage,
  jsonPageSize,
  readJsonPages,
} from '../../db/json-rows.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, type Narrowed, query, type Row, statement } from '../../db/query.ts'

/** A column with its own version. */
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
] as const satisfies readonly Column<'agency'>[]

/** An agency as stored. */
export type AgencyRow = Narrowed<
  Row<'agency', (typeof columns)[number]>,
  { folder_compliance: FolderCompliance[] }
>

/** A row after a change, with the previous value. */
export type Changed<C extends keyof AgencyRow> = AgencyRow & { before: AgencyRow[C] }

const byId = `select ${columns.join(', ')} from agency where agency_id = $1`
const findAgencySql = statement<[agencyId: number], AgencyRow>('find_agency', byId, { byKey: true })
const lockAgencySql = statement<[agencyId: number], AgencyRow>('lock_agency', `${byId} for update`)

/** One agency; undefined if it does not exist. */
export async function findAgency(db: ReadDb | Tx, agencyId: number): Promise<AgencyRow | undefined> {
  const [row] = await query(db, findAgencySql, [agencyId])
  return row
}

/** One agency, locked until the transaction ends. */
export async function lockAgency(tx: Tx, agencyId: number): Promise<AgencyRow | undefined> {
  const [row] = await query(tx, lockAgencySql, [agencyId])
  return row
}

const serialiseSql = statement<[agencyId: number], Row<'agency', 'is_online'>>(
  'serialise_agency',
  'select is_online from agency where agency_id = $1 for no key update',
)

/**
 * Until the transaction ends, nobody else who calls this for the agency goes on; rows that refer to it may be added.
 * Undefined if there is no such agency.
 */
export async function serialiseAgency(
  tx: Tx,
  agencyId: number,
): Promise<Row<'agency', 'is_online'> | undefined> {
  const [row] = await query(tx, serialiseSql, [agencyId])
  return row
}

const findNamesSql = statement<[agencyIds: readonly number[]], Pick<AgencyRow, 'agency_id' | 'name'>>(
  'find_agency_names',
  'select agency_id, name from agency where agency_id = any($1::integer[]) order by agency_id',
)

/** The names of these agencies by id; ids that do not exist are left out. */
export function findNames(
  db: ReadDb,
  agencyIds: readonly number[],
): Promise<Pick<AgencyRow, 'agency_id' | 'name'>[]> {
  return query(db, findNamesSql, [agencyIds])
}

const listVersionsSql = statement<[], Pick<AgencyRow, 'version_display'>>(
  'list_versions',
  `select distinct version_display from agency where version_display <> ''`,
)

/** The distinct versions of agencies' software, unordered. */
export async function listVersions(db: ReadDb): Promise<string[]> {
  const rows = await query(db, listVersionsSql, [])
  return rows.map(({ version_display: version }) => version)
}

/** A field of the list: a column, or the `enabled` flag as a bit of the wire. */
export type ListedColumn = keyof AgencyRow | 'flags'

// jsonb prints spaces, and sorts its fields by length.
const folderFields = jsonItem({ detail: 'detail', folder: 'folder', compliant: 'compliant' }, 'reported')
const folders = `case when folder_compliance = '[]' then '[]'::json else (
  select ('[' || string_agg(row_to_json(item)::text, ',' order by n) || ']')::json
  from rows from (jsonb_to_recordset(folder_compliance) as (folder text, compliant boolean, detail text))
    with ordinality as reported (folder, compliant, detail, n) cross join lateral ${folderFields}
) end`
const listed = columns.map((column) => (column === 'folder_compliance' ? `${folders} as ${column}` : column))

const listAgenciesSql = (fields: JsonFields) =>
  statement<[after: number, limit: number], JsonPageById>(
    getListName('list_agencies', fields),
    `select ${jsonPage('a.agency_id')}, max(a.agency_id) as last
from (
  select ${listed.join(', ')}, (status between 1 and 4)::integer as flags
  from agency where agency_id > $1 order by agency_id limit $2
) a cross join lateral ${jsonItem(fields, 'a')}`,
  )

/** All agencies by id as JSON of these fields, in pages. */
export function listAgencies(
  db: ReadDb,
  fields: Readonly<Record<string, ListedColumn>>,
  pageSize = jsonPageSize,
): AsyncGenerator<string> {
  const page = listAgenciesSql(fields)
  return readJsonPages<JsonPageById>((previous) => query(db, page, [previous?.last ?? 0, pageSize]), pageSize)
}

// The row is locked before it is compared, so that a waiting writer sees the other one's change.
function updateSql<C extends VersionedField, More extends readonly unknown[] = []>(
  field: C,
  assignments: string,
) {
  return statement<
    [agencyId: number, value: AgencyRow[C], version: number | null, by: string, at: Date, ...More],
    Changed<C>
  >(
    `update_agency_${field}`,
    `update agency a set ${assignments}, version = a.version + 1, ${field}_version = a.version + 1,
  ${field}_changed_by = $4, ${field}_changed_at = $5
from (select agency_id, ${field}, ${field}_version from agency where agency_id = $1 for update) b
where a.agency_id = b.agency_id and b.${field} <> $2 and ($3::bigint is null or b.${field}_version <= greatest($3::bigint, 1))
returning ${columns.map((column) => `a.${column}`).join(', ')}, b.${field} as before`,
  )
}

const updateNameSql = updateSql<'name', [nameFolded: string]>('name', 'name = $2, name_folded = $6')
const updateStatusSql = updateSql('status', 'status = $2')
const updateStorageModeSql = updateSql('storage_mode', 'storage_mode = $2')

/** Renames; returns the new row, or undefined if the agency is missing, has that name, or changed since `version`. */
export async function renameAgency(
  tx: Tx,
  change: ChangedBy & { agencyId: number; name: string; nameFolded: string; version: number | undefined },
): Promise<Changed<'name'> | undefined> {
  const { agencyId, name, nameFolded, version, by, at } = change
  const [row] = await query(tx, updateNameSql, [agencyId, name, version ?? null, by, at, nameFolded])
  return row
}

/** Sets the status; returns the new row, or undefined as `renameAgency` does. */
export async function setAgencyStatus(
  tx: Tx,
  change: ChangedBy & { agencyId: number; status: number; version: number | undefined },
): Promise<Changed<'status'> | undefined> {
  const { agencyId, status, version, by, at } = change
  const [row] = await query(tx, updateStatusSql, [agencyId, status, version ?? null, by, at])
  return row
}

/** Sets the storage mode; returns the new row, or undefined as `renameAgency` does. */
export async function setStorageMode(
  tx: Tx,
  change: ChangedBy & { agencyId: number; mode: number; version: number | undefined },
): Promise<Changed<'storage_mode'> | undefined> {
  const { agencyId, mode, version, by, at } = change
  const [row] = await query(tx, updateStorageModeSql, [agencyId, mode, version ?? null, by, at])
  return row
}

/** Adds an agency and returns its row; undefined if the id is taken. */
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
  return tx
    .insertInto('agency')
    .values({
      agency_id: agency.agencyId,
      name: agency.agencyName,
      name_folded: agency.nameFolded,
      is_online: agency.isOnline,
      projected_clients: agency.projectedClients,
      projected_users: agency.projectedUsers,
    })
    .onConflict((on) => on.column('agency_id').doNothing())
    .returning(columns)
    .$narrowType<Pick<AgencyRow, 'folder_compliance'>>()
    .executeTakeFirst()
}

const setFoldersSql = statement<[agencyId: number, folders: string]>(
  'set_agency_folders',
  `update agency set folder_compliance = $2::jsonb
where agency_id = $1 and folder_compliance <> $2::jsonb returning 1`,
)

/** Replaces the folder compliance of an agency; false if it is unchanged. */
export async function replaceFolders(
  tx: Tx,
  agencyId: number,
  folders: FolderCompliance[],
): Promise<boolean> {
  return (await query(tx, setFoldersSql, [agencyId, JSON.stringify(folders)])).length > 0
}

const addDomainSql = statement<[agencyId: number, domain: number, at: Date]>(
  'add_agency_domain',
  `update agency set domains = domains | $2, details_changed_by = null, details_changed_at = $3
where agency_id = $1 and domains & $2 = 0`,
)

/** Adds the bit of a system besides Data Sync whose use its software tells; does nothing if it is set. */
export async function addDomain(tx: Tx, agencyId: number, domain: number, at: Date): Promise<void> {
  await query(tx, addDomainSql, [agencyId, domain, at])
}

/** Who last changed a field of an agency; null values if nobody did, undefined without the agency. */
export function findLastChange(
  tx: Tx,
  agencyId: number,
  field: VersionedField | 'details',
): Promise<LastChange | undefined> {
  return tx
    .selectFrom('agency')
    .select([`${field}_changed_by as changed_by`, `${field}_changed_at as changed_at`])
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()
}
