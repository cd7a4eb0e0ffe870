/** Addresses of this room. */
export const staffPaths = {
  users: '/user-management',
  accounts: '/staff-accounts',
} as const
