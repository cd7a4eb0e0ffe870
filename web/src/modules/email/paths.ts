/** Addresses of this module. */
export const emailPaths = {
  suppressions: '/email-management',
} as const

/** Email Management, searching for this address. */
export function searchSuppressions(email: string): string {
  return `${emailPaths.suppressions}?${new URLSearchParams({ q: email }).toString()}`
}
