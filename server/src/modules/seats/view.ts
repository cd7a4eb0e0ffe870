import type { SeatRequest } from '@agency-support/contract/modules/seats'
import type { SeatRequestRow } from './store.ts'

/** A row as the report gets it. */
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
