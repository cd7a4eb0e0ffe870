import { CompiledQuery } from 'kysely'
import {
  jsonInstant,
  jsonItem,
  type JsonFields,
  type JsonPage,
  jsonPage,
  jsonPageSize,
} from '../../db/json-rows.ts'
import type { ReadDb, Tx } from '../../db/open.ts'

/** A seat request with what is known of its agency now. */
export interface SeatRequestRow {
  seat_request_id: number
  requested_at: Date
  agency_id: number
  name: string
  agency_type: number
  is_online: boolean
  requested_by: string
  quantity: number
  target_seat_total: number
  first_name: string
  last_name: string
  email: string
  warnings: string
  status: number
  processed_by: string | null
  processed_at: Date | null
  version: number
}

/** A request as an agency's software files it. */
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

const columns = [
  'r.seat_request_id',
  'r.requested_at',
  'r.agency_id',
  'a.name',
  'a.agency_type',
  'a.is_online',
  'r.requested_by',
  'r.quantity',
  'r.target_seat_total',
  'r.first_name',
  'r.last_name',
  'r.email',
  'r.warnings',
  'r.status',
  'r.processed_by',
  'r.processed_at',
  'r.version',
].join(', ')

// The cursor is text because an instant of the database is finer than a Date; without `or`, every plan uses the index.
const instants = ['r.requested_at', 'r.processed_at']
const listed = columns
  .split(', ')
  .map((column) => (instants.includes(column) ? `${jsonInstant(column)} as ${column.slice(2)}` : column))

const pageOf = (fields: JsonFields): string =>
  `select ${jsonPage('r.at desc, r.seat_request_id desc')}, min(r.at)::text as cursor,
  (array_agg(r.seat_request_id order by r.at, r.seat_request_id))[1] as last_id
from (
  select ${listed.join(', ')}, r.requested_at as at from seat_request r join agency a using (agency_id)
  where r.status = any($1::smallint[]) and r.requested_at >= $2::timestamptz
  and (r.requested_at, r.seat_request_id) < ($3::timestamptz, $4::integer)
  order by r.requested_at desc, r.seat_request_id desc limit $5
) r cross join lateral ${jsonItem(fields, 'r')}`

/** Requests with one of these statuses, newest first, as JSON of these fields, in pieces of a page. */
export async function* listSeatRequests(
  db: ReadDb,
  { statuses, since }: { statuses: readonly number[]; since: Date | null },
  fields: Readonly<Record<string, keyof SeatRequestRow>>,
  pageSize = jsonPageSize,
): AsyncGenerator<string> {
  const page = pageOf(fields)
  let cursor = 'infinity'
  let lastId = 0
  for (;;) {
    const values = [statuses, since ?? '-infinity', cursor, lastId, pageSize]
    const [read] = await db.rows<JsonPage & { cursor: string; last_id: number }>(page, values)
    if (read === undefined || read.items === null) return
    yield read.items
    if (read.rows < pageSize) return
    cursor = read.cursor
    lastId = read.last_id
  }
}

const byId = `select ${columns} from seat_request r join agency a using (agency_id)
where r.seat_request_id = $1 for update of r`

/** One request, kept from changing until the transaction ends; undefined when there is none. */
export async function lockSeatRequest(tx: Tx, id: number): Promise<SeatRequestRow | undefined> {
  const { rows } = await tx.executeQuery<SeatRequestRow>(CompiledQuery.raw(byId, [id]))
  return rows[0]
}

const setStatus = `update seat_request set status = $2, processed_by = $3, processed_at = $4, version = version + 1
where seat_request_id = $1 returning status, processed_by, processed_at, version`

/** Sets the status of a request that is there, and returns what changed. */
export async function setSeatRequestStatus(
  tx: Tx,
  change: { id: number; status: number; by: string; at: Date },
): Promise<Pick<SeatRequestRow, 'status' | 'processed_by' | 'processed_at' | 'version'>> {
  const values = [change.id, change.status, change.by, change.at]
  const { rows } = await tx.executeQuery<SeatRequestRow>(CompiledQuery.raw(setStatus, values))
  const [row] = rows
  if (row === undefined) throw new Error(`seat request ${change.id} is gone`)
  return row
}

const insert = `insert into seat_request
(requested_at, agency_id, requested_by, quantity, target_seat_total, first_name, last_name, email, warnings)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning seat_request_id`

/** Adds a request to do and returns its id. */
export async function insertSeatRequest(tx: Tx, request: NewSeatRequest, at: Date): Promise<number> {
  const values = [
    at,
    request.agencyId,
    request.requestedBy,
    request.quantity,
    request.targetSeatTotal,
    request.firstName,
    request.lastName,
    request.email,
    request.warnings,
  ]
  const { rows } = await tx.executeQuery<{ seat_request_id: number }>(CompiledQuery.raw(insert, values))
  const [row] = rows
  if (row === undefined) throw new Error('an inserted seat request has no id')
  return row.seat_request_id
}
