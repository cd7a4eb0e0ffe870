import type { SeatRequest } from '@agency-support/contract/modules/seats'
import type { SeatRequestRow } from './store.ts'

/** A request as the report receives it. */
export function requestView(row: SeatRequestRow): SeatRequest {
  return {
    id: row.seat_request_id,
    requestedDate: row.requested_at.toISOString(),
    agencyId: row.agency_id,
    agencyName: row.name,
    requestedBy: row.requested_by,
    quantity: row.quantity,
    targetSeatTotal: row.target_seat_total,
    agencyType: row.agency_type,
    agencyOnline: row.is_online,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    warnings: row.warnings,
    status: row.status,
    processedBy: row.processed_by,
    processedByDate: row.processed_at?.toISOString() ?? null,
    version: row.version,
  }
}

/** The same fields by column, for the list, whose JSON the database writes. */
export const requestColumns: Record<keyof SeatRequest, keyof SeatRequestRow> = {
  id: 'seat_request_id',
  requestedDate: 'requested_at',
  agencyId: 'agency_id',
  agencyName: 'name',
  requestedBy: 'requested_by',
  quantity: 'quantity',
  targetSeatTotal: 'target_seat_total',
  agencyType: 'agency_type',
  agencyOnline: 'is_online',
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  warnings: 'warnings',
  status: 'status',
  processedBy: 'processed_by',
  processedByDate: 'processed_at',
  version: 'version',
}
