import {
  getListName,
  jsonInstant,
  jsonItem,
  type JsonFields,
  type JsonPage,
  jsonPage,
  jsonPageSize,
  readJsonPages,
} from '../../db/json-rows.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'

const ofRequest = [
  'seat_request_id',
  'requested_at',
  'agency_id',
  'requested_by',
  'quantity',
  'target_seat_total',
  'first_name',
  'last_name',
  'email',
  'warnings',
  'status',
  'processed_by',
  'processed_at',
  'version',
] as const satisfies readonly Column<'seat_request'>[]
const ofAgency = ['name', 'agency_type', 'is_online'] as const satisfies readonly Column<'agency'>[]

/** A seat-change request with current facts about its agency. */
export type SeatRequestRow = Row<'seat_request', (typeof ofRequest)[number]> &
  Row<'agency', (typeof ofAgency)[number]>

/** A request as filed by an agency's software. */
export interface NewSeatRequest {
  agencyId: number
  requestedBy: string
  quantity: number
  targetSeatTotal: number
  firstName: string
  lastName: string
  email: string
  warnings: string
}

const columns = [...ofRequest.map((column) => `r.${column}`), ...ofAgency.map((column) => `a.${column}`)]

// The cursor is text, because timestamps are finer than a Date. Without `or`, every plan is an index scan.
const instants = ['r.requested_at', 'r.processed_at']
const listed = columns.map((column) =>
  instants.includes(column) ? `${jsonInstant(column)} as ${column.slice(2)}` : column,
)

/** A page of requests with the time and id of its last row, after which the next page begins. */
interface SeatRequestPage extends JsonPage {
  cursor: string
  last_id: number
}

const listSeatRequestsSql = (fields: JsonFields) =>
  statement<
    [statuses: readonly number[], since: Date | string, cursor: string, lastId: number, limit: number],
    SeatRequestPage
  >(
    getListName('list_seat_requests', fields),
    `select ${jsonPage('r.at desc, r.seat_request_id desc')}, min(r.at)::text as cursor,
  (array_agg(r.seat_request_id order by r.at, r.seat_request_id))[1] as last_id
from (
  select ${listed.join(', ')}, r.requested_at as at from seat_request r join agency a using (agency_id)
  where r.status = any($1::smallint[]) and r.requested_at >= $2::timestamptz
  and (r.requested_at, r.seat_request_id) < ($3::timestamptz, $4::integer)
  order by r.requested_at desc, r.seat_request_id desc limit $5
) r cross join lateral ${jsonItem(fields, 'r')}`,
  )

/** Requests with one of these statuses, newest first, as JSON of these fields, in pages. */
export function listSeatRequests(
  db: ReadDb,
  { statuses, since }: { statuses: readonly number[]; since: Date | null },
  fields: Readonly<Record<string, keyof SeatRequestRow>>,
  pageSize = jsonPageSize,
): AsyncGenerator<string> {
  const page = listSeatRequestsSql(fields)
  const from = since ?? '-infinity'
  return readJsonPages<SeatRequestPage>(
    (previous) =>
      query(db, page, [statuses, from, previous?.cursor ?? 'infinity', previous?.last_id ?? 0, pageSize]),
    pageSize,
  )
}

const lockSeatRequestSql = statement<[id: number], SeatRequestRow>(
  'lock_seat_request',
  `select ${columns.join(', ')} from seat_request r join agency a using (agency_id)
where r.seat_request_id = $1 for update of r`,
)

/** One request, locked until the transaction ends; undefined if there is none. */
export async function lockSeatRequest(tx: Tx, id: number): Promise<SeatRequestRow | undefined> {
  const [row] = await query(tx, lockSeatRequestSql, [id])
  return row
}

/** Sets the status of an existing request; returns what changed. */
export function setSeatRequestStatus(
  tx: Tx,
  { id, status, by, at }: { id: number; status: number; by: string; at: Date },
): Promise<Pick<SeatRequestRow, 'status' | 'processed_by' | 'processed_at' | 'version'>> {
  return tx
    .updateTable('seat_request')
    .set((row) => ({ status, processed_by: by, processed_at: at, version: row('version', '+', 1) }))
    .where('seat_request_id', '=', id)
    .returning(['status', 'processed_by', 'processed_at', 'version'])
    .executeTakeFirstOrThrow()
}

/** Adds a request with status to do; returns its id. */
export async function insertSeatRequest(tx: Tx, request: NewSeatRequest, at: Date): Promise<number> {
  const row = await tx
    .insertInto('seat_request')
    .values({
      requested_at: at,
      agency_id: request.agencyId,
      requested_by: request.requestedBy,
      quantity: request.quantity,
      target_seat_total: request.targetSeatTotal,
      first_name: request.firstName,
      last_name: request.lastName,
      email: request.email,
      warnings: request.warnings,
    })
    .returning('seat_request_id')
    .executeTakeFirstOrThrow()
  return row.seat_request_id
}
