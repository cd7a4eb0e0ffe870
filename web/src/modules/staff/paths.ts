/** Addresses of this module. */
export const staffPaths = {
  users: '/user-management',
  accounts: '/staff-accounts',
} as const
