import { formatQuery } from '../../lib/address.ts'

/** Addresses of this module. */
export const emailPaths = {
  suppressions: '/email-management',
} as const

/** Email Management, searching for this address. */
export function searchSuppressions(email: string): string {
  return `${emailPaths.suppressions}${formatQuery({ q: email })}`
}
