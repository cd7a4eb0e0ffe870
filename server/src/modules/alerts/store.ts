import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'

const columns = [
  'guid',
  'category',
  'priority',
  'feature',
  'message',
  'recipient_type',
  'region',
  'start_time',
  'end_time',
  'changed_by',
  'changed_at',
  'version',
] as const satisfies readonly Column<'system_alert'>[]

type AlertColumns = Row<'system_alert', (typeof columns)[number]>

/** An alert with the agencies it lists, in ascending order. */
export type AlertRow = AlertColumns & { agency_ids: number[] }

/** The values that a save sets. */
export type AlertValues = Pick<
  AlertRow,
  'category' | 'priority' | 'feature' | 'message' | 'recipient_type' | 'region' | 'agency_ids'
>

/** Who saved an alert and when; it starts then. */
export interface Saving {
  by: string
  at: Date
}

const alertColumns = columns.map((column) => `a.${column}`).join(', ')
const withAgencies = `${alertColumns}, array(
  select agency_id from system_alert_agency g where g.guid = a.guid order by agency_id) as agency_ids`

const listActiveSql = statement<[], AlertRow>(
  'list_active_alerts',
  `select ${withAgencies} from system_alert a where end_time is null order by start_time desc, guid`,
)

/** The active alerts, newest first. */
export function listActive(db: ReadDb): Promise<AlertRow[]> {
  return query(db, listActiveSql, [])
}

const findActiveSql = statement<[guid: string], AlertColumns>(
  'find_active_alert',
  `select ${alertColumns} from system_alert a where guid = $1 and end_time is null`,
)

/** An active alert without its agencies; undefined if there is none. */
export async function findActive(db: ReadDb, guid: string): Promise<AlertColumns | undefined> {
  const [row] = await query(db, findActiveSql, [guid])
  return row
}

const lockActiveSql = statement<[guid: string]>(
  'lock_active_alert',
  'select from system_alert where guid = $1 and end_time is null for update',
)
const readActiveSql = statement<[guid: string], AlertRow>(
  'read_active_alert',
  `select ${withAgencies} from system_alert a where guid = $1 and end_time is null`,
)

/** An active alert, locked until the transaction ends; undefined if there is none. */
export async function lockActive(tx: Tx, guid: string): Promise<AlertRow | undefined> {
  await query(tx, lockActiveSql, [guid])
  // A statement that waited for the lock would see the agencies as they were before the wait.
  const [row] = await query(tx, readActiveSql, [guid])
  return row
}

/** Adds an alert that is active immediately. */
export async function insertAlert(
  tx: Tx,
  guid: string,
  { agency_ids: agencyIds, ...values }: AlertValues,
  { by, at }: Saving,
): Promise<AlertRow> {
  const row = await tx
    .insertInto('system_alert')
    .values({ guid, ...values, start_time: at, changed_by: by, changed_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await insertAgencies(tx, guid, agencyIds)
  await countChange(tx)
  return { ...row, agency_ids: agencyIds }
}

/** Saves a locked alert; it restarts with a new version. */
export async function updateAlert(
  tx: Tx,
  guid: string,
  { agency_ids: agencyIds, ...values }: AlertValues,
  { by, at }: Saving,
): Promise<AlertRow> {
  const row = await tx
    .updateTable('system_alert')
    .set((was) => ({
      ...values,
      start_time: at,
      changed_by: by,
      changed_at: at,
      version: was('version', '+', 1),
    }))
    .where('guid', '=', guid)
    .returning(columns)
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('system_alert_agency').where('guid', '=', guid).execute()
  await insertAgencies(tx, guid, agencyIds)
  await countChange(tx)
  return { ...row, agency_ids: agencyIds }
}

/** Ends a locked alert. */
export async function endAlert(tx: Tx, guid: string, { by, at }: Saving): Promise<void> {
  await tx
    .updateTable('system_alert')
    .set({ end_time: at, changed_by: by, changed_at: at })
    .where('guid', '=', guid)
    .execute()
  await countChange(tx)
}

const insertAgenciesSql = statement<[guid: string, agencyIds: readonly number[]]>(
  'insert_alert_agencies',
  'insert into system_alert_agency (guid, agency_id) select $1, * from unnest($2::integer[])',
)

async function insertAgencies(tx: Tx, guid: string, agencyIds: readonly number[]): Promise<void> {
  if (agencyIds.length > 0) await query(tx, insertAgenciesSql, [guid, agencyIds])
}

// Serialises changes of alerts: the number becomes visible only together with the alerts it counts.
async function countChange(tx: Tx): Promise<void> {
  await tx
    .updateTable('system_alert_counter')
    .set((was) => ({ number: was('number', '+', 1) }))
    .execute()
}

// The last two digits are the region, because an agency that is moved has other alerts. Regions are 0 to 3.
const readAlertNumberSql = statement<[agencyId: number], { number: number }>(
  'read_alert_number',
  `select number * 100::bigint + coalesce((select region_id from agency where agency_id = $1), 0) as number
from system_alert_counter where the_only`,
  { byKey: true },
)

/** A number that changes whenever an alert is sent, updated or resolved, or the agency is moved to another region. */
export async function readAlertNumber(db: ReadDb, agencyId: number): Promise<number> {
  const [row] = await query(db, readAlertNumberSql, [agencyId])
  return row?.number ?? 0
}
