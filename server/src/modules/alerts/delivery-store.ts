import type { OpenDatabase, ReadDb, Tx } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'

const columns = [
  'guid',
  'category',
  'priority',
  'feature',
  'message',
  'start_time',
  'version',
] as const satisfies readonly Column<'system_alert'>[]

/** An alert as an agency receives it, and whether its delivery is recorded. */
export type AgencyAlertRow = Row<'system_alert', (typeof columns)[number]> & { is_noted: boolean }

const listOfAgencySql = statement<[agencyId: number], AgencyAlertRow>(
  'list_alerts_of_agency',
  `select ${columns.map((column) => `a.${column}`).join(', ')}, exists(
  select from system_alert_delivery d
  where d.guid = a.guid and d.version = a.version and d.agency_id = $1) as is_noted
from system_alert a where a.end_time is null and (
  a.recipient_type = 2
  or a.region = (select region_id from agency where agency_id = $1)
  or exists(select from system_alert_agency g where g.guid = a.guid and g.agency_id = $1))
order by a.start_time desc, a.guid`,
  { byKey: true },
)

/** The active alerts for an agency, newest first. */
export function listOfAgency(db: ReadDb, agencyId: number): Promise<AgencyAlertRow[]> {
  return query(db, listOfAgencySql, [agencyId])
}

const noteDeliverySql = statement<[agencyId: number, at: Date, guids: string[], versions: number[]]>(
  'note_alert_delivery',
  `insert into system_alert_delivery (agency_id, delivered_at, guid, version)
select $1, $2, * from unnest($3::uuid[], $4::integer[]) on conflict do nothing`,
)

/** Records the delivery of these versions to an agency; only the first time counts. */
export async function noteDelivery(
  tx: Tx,
  agencyId: number,
  alerts: readonly Pick<AgencyAlertRow, 'guid' | 'version'>[],
  at: Date,
): Promise<void> {
  await query(tx, noteDeliverySql, [
    agencyId,
    at,
    alerts.map(({ guid }) => guid),
    alerts.map(({ version }) => version),
  ])
}

// The limit within makes PostgreSQL look each alert up by the key, instead of reading who has the active ones.
const deleteOutdatedSql = statement<[limit: number], { count: number }>(
  'delete_outdated_alert_deliveries',
  `with outdated as (
  select d.* from system_alert a cross join lateral (
    select guid, version, agency_id from system_alert_delivery
    where guid = a.guid and version <= case when a.end_time is null then a.version - 1 else a.version end
    limit $1
  ) d limit $1
), deleted as (
  delete from system_alert_delivery d using outdated o
  where d.guid = o.guid and d.version = o.version and d.agency_id = o.agency_id returning 1
) select count(*)::integer as count from deleted`,
)

/** Deletes deliveries of earlier versions and of alerts that have ended, up to `limit`; returns how many. */
export async function deleteOutdated(write: OpenDatabase['write'], limit: number): Promise<number> {
  const [deleted] = await query(write, deleteOutdatedSql, [limit])
  return deleted?.count ?? 0
}

/** The alert whose delivery is counted. */
export type Delivered = Row<'system_alert', 'guid' | 'version' | 'recipient_type' | 'region'>

const concerned = `(
  select agency_id from system_alert_agency where $3 = 1 and guid = $1
  union all
  select agency_id from agency where $3 = 2 or ($3 = 3 and region_id = $4))`
const ofVersion = 'd.guid = $1 and d.version = $2 and d.agency_id = c.agency_id'

type DeliveryValues = [guid: string, version: number, recipientType: number, region: number | null]

const countDeliverySql = statement<DeliveryValues, { concerned: number; delivered: number }>(
  'count_alert_delivery',
  `select count(*)::integer as concerned, count(d.agency_id)::integer as delivered
from ${concerned} c left join system_alert_delivery d on ${ofVersion}`,
)

/** The number of agencies an alert addresses, and how many have its current version. */
export async function countDelivery(
  db: ReadDb,
  { guid, version, recipient_type: type, region }: Delivered,
): Promise<{ concerned: number; delivered: number }> {
  const [row] = await query(db, countDeliverySql, [guid, version, type, region])
  return row ?? { concerned: 0, delivered: 0 }
}

/** An agency that an alert addresses; without a name if it does not exist. */
export type ConcernedRow = Row<'system_alert_delivery', 'agency_id'> & {
  name: string | null
  delivered_at: Date | null
}

const listConcernedSql = statement<[...DeliveryValues, limit: number], ConcernedRow>(
  'list_agencies_of_delivery',
  `select c.agency_id, a.name, d.delivered_at
from (select agency_id from ${concerned} every order by agency_id limit $5) c
left join agency a on a.agency_id = c.agency_id left join system_alert_delivery d on ${ofVersion}
order by c.agency_id`,
)

/** The first agencies by id that an alert addresses. */
export function listConcerned(
  db: ReadDb,
  { guid, version, recipient_type: type, region }: Delivered,
  limit: number,
): Promise<ConcernedRow[]> {
  return query(db, listConcernedSql, [guid, version, type, region, limit])
}
