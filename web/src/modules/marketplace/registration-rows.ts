import type { Registration } from '@agency-support/contract/modules/marketplace'
import { inText } from '@agency-support/contract/rules/health'
import {
  getExpiry,
  type RegistrationStatus,
  registrationStatuses,
  toRegistrationStatus,
} from '@agency-support/contract/rules/marketplace'

/** A registration with its status at a given server time. */
export interface RegistrationRow extends Registration {
  status: RegistrationStatus
  /** Time until it expires, such as ‘expires in 6 min’; null unless Pending. */
  countdown: string | null
}

const minuteMs = 60_000

/**
 * The registrations with their status at `now`, the server's clock in epoch milliseconds; expired ones first, and in the
 * server's order within a status.
 */
export function toRows(registrations: readonly Registration[], now: number): RegistrationRow[] {
  const rows = registrations.map((registration) => {
    const status = toRegistrationStatus(registration, now)
    return {
      ...registration,
      status,
      countdown: status === 'Pending' ? toCountdown(registration, now) : null,
    }
  })
  const rank = ({ status }: RegistrationRow): number => registrationStatuses.indexOf(status)
  return rows.toSorted((a, b) => rank(a) - rank(b))
}

function toCountdown(registration: Registration, now: number): string {
  return `expires ${inText((getExpiry(registration) - now) / minuteMs)}`
}
