/** Addresses of this room. */
export const sessionPaths = {
  signIn: '/signin',
  unauthorized: '/unauthorized',
  updatePassword: '/updatePassword',
} as const
