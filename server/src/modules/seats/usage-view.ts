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

/** A held seat as the tab receives it. */
export function seatView(row: SeatRow): UsedSeat {
  const tokens = row.tokens.map(tokenView).sort((a, b) => b.created.localeCompare(a.created))
  return {
    username: row.username,
    lastSigninAt: row.last_sign_in_at?.toISOString() ?? null,
    // Not every agency's software says it; the tokens then do, and nobody at work is taken for inactive.
    lastTokenAt: row.last_token_at?.toISOString() ?? tokens[0]?.created ?? null,
    tokens,
    releaseProblem: row.release_problem,
  }
}

function tokenView({ created, expiration, hostName, source, winUserName }: SeatToken): SeatToken {
  return { created, expiration, hostName, source, winUserName }
}
