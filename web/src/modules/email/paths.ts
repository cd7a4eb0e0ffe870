/** Addresses of this module. */
export const emailPaths = {
  suppressions: '/email-management',
} as const

/** Email Management with this address in its search. */
export function searchSuppressions(email: string): string {
  return `${emailPaths.suppressions}?${new URLSearchParams({ q: email }).toString()}`
}
