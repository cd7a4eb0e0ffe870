import type { Registration } from '@agency-support/contract/modules/marketplace'
import {
  getExpiry,
  type RegistrationStatus,
  toRegistrationStatus,
} from '@agency-support/contract/rules/marketplace'

/** A registration as it stands at an instant of the server's clock. */
export interface RegistrationRow extends Registration {
  status: RegistrationStatus
  /** Until it is Expired, such as ‘expires in 6 min’; null for one that is not Pending. */
  countdown: string | null
}

const minuteMs = 60_000

/** The registrations with what they are called now, in epoch milliseconds of the server's clock. */
export function toRows(registrations: readonly Registration[], now: number): RegistrationRow[] {
  return registrations.map((registration) => {
    const status = toRegistrationStatus(registration, now)
    return {
      ...registration,
      status,
      countdown: status === 'Pending' ? toCountdown(registration, now) : null,
    }
  })
}

function toCountdown(registration: Registration, now: number): string {
  const minutes = Math.ceil((getExpiry(registration) - now) / minuteMs)
  if (minutes < 120) return `expires in ${minutes} min`
  const hours = Math.ceil(minutes / 60)
  return hours < 48 ? `expires in ${hours} h` : `expires in ${Math.ceil(hours / 24)} days`
}
