import type { SeatToken, SeatUsage, UsedSeat } from '@agency-support/contract/modules/seats'
import type { SeatRow } from './usage-store.ts'

/** Seats as the tab receives them. */
export function usageView(
  licence: { licensed_seats: number; reported_at: Date | null },
  rows: readonly SeatRow[],
): SeatUsage {
  return {
    licensedSeats: licence.licensed_seats,
    usedSeats: rows.length,
    reportedAt: licence.reported_at?.toISOString() ?? null,
    seats: rows.map(seatView),
  }
}

function seatView(row: SeatRow): UsedSeat {
  return {
    username: row.username,
    lastSigninAt: row.last_sign_in_at?.toISOString() ?? null,
    lastTokenAt: row.last_token_at?.toISOString() ?? null,
    tokens: row.tokens.map(tokenView).sort((a, b) => b.created.localeCompare(a.created)),
    releaseProblem: row.release_problem,
  }
}

function tokenView({ created, expiration, hostName, source, winUserName }: SeatToken): SeatToken {
  return { created, expiration, hostName, source, winUserName }
}
