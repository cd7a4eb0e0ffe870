import { P } from '../permissions.ts'

/** Why the name or the status of an agency cannot be edited by someone with these permissions (B-12). */
export function whyNotEditAgency(permissions: readonly number[]): string | undefined {
  return permissions.includes(P.EditAgencyStatus)
    ? undefined
    : 'You do not have permission to edit agency information. Please contact your manager for assistance.'
}

/** 'CMS 6 or greater?': the first number of versionDisplay is at least 6, or the agency is online (B-18). */
export function isCms6OrGreater(agency: { versionDisplay: string; isOnline: boolean }): boolean {
  if (agency.isOnline) return true
  const first = /\d+/.exec(agency.versionDisplay)
  return first !== null && Number(first[0]) >= 6
}

/** Bit 1 of the wire's flags: an agency is enabled in the statuses from Onboarding to Retention. */
export function toFlags(status: number): number {
  return status >= 1 && status <= 4 ? 1 : 0
}
