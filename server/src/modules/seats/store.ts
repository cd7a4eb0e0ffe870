import { CompiledQuery } from 'kysely'
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
const page = `select ${columns}, r.requested_at::text as cursor
from seat_request r join agency a using (agency_id)
where r.status = any($1::smallint[]) and r.requested_at >= $2::timestamptz
and (r.requested_at, r.seat_request_id) < ($3::timestamptz, $4::integer)
order by r.requested_at desc, r.seat_request_id desc limit $5`

/** Requests with one of these statuses, newest first, read in pages so that memory stays flat. */
export async function* listSeatRequests(
  db: ReadDb,
  { statuses, since }: { statuses: readonly number[]; since: Date | null },
  pageSize = 2_000,
): AsyncGenerator<SeatRequestRow> {
  let cursor = 'infinity'
  let lastId = 0
  for (;;) {
    const values = [statuses, since ?? '-infinity', cursor, lastId, pageSize]
    const query = CompiledQuery.raw(page, values)
    const { rows } = await db.getExecutor().executeQuery<SeatRequestRow & { cursor: string }>(query)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    cursor = last.cursor
    lastId = last.seat_request_id
  }
}

const byId = `select ${columns} from seat_request r join agency a using (agency_id) where r.seat_request_id = $1`

/** One request, or undefined. */
export async function findSeatRequest(tx: Tx, id: number): Promise<SeatRequestRow | undefined> {
  const { rows } = await tx.executeQuery<SeatRequestRow>(CompiledQuery.raw(byId, [id]))
  return rows[0]
}

// The row is locked before it is compared, so a writer that waited judges what the other one left.
const setStatus = `update seat_request r set status = $2, processed_by = $4, processed_at = $5, version = r.version + 1
from (select seat_request_id, status, version from seat_request where seat_request_id = $1 for update) b
where r.seat_request_id = b.seat_request_id and b.status <> $2 and ($3::bigint is null or b.version <= greatest($3::bigint, 1))
returning b.status as before`

/** Sets the status and returns the one before; undefined when there is no such request, it has that status, or it changed after `version`. */
export async function setSeatRequestStatus(
  tx: Tx,
  change: { id: number; status: number; version: number | undefined; by: string; at: Date },
): Promise<number | undefined> {
  const values = [change.id, change.status, change.version ?? null, change.by, change.at]
  const { rows } = await tx.executeQuery<{ before: number }>(CompiledQuery.raw(setStatus, values))
  return rows[0]?.before
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
