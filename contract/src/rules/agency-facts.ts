import { onboardingStatuses } from '../modules/agencies.ts'
import { AgencyDomain } from './agency-files.ts'

/** The largest type of an agency: 0 Local Install, 1 Kotter, 3 Cloud Agency, all others Opus. */
export const maxAgencyType = 32_767

/** All bits of an agency's domains. */
export const allDomains = AgencyDomain.search | AgencyDomain.texting | AgencyDomain.vendor

/** True for 0 to 7 and 911. */
export function isOnboardingStatus(value: number): boolean {
  return onboardingStatuses.some(({ id }) => id === value)
}

/** The time zone of that IANA name, whatever its case, as it is written; undefined for anything else. */
export function parseTimeZone(name: string): string | undefined {
  // An offset such as +01:00 would be taken for a zone too, and no place has it all year.
  if (!/^[A-Za-z][\w+/-]{0,59}$/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
