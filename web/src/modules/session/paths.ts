/** Addresses of this module. */
export const sessionPaths = {
  signIn: '/signin',
  unauthorized: '/unauthorized',
  updatePassword: '/updatePassword',
} as const
