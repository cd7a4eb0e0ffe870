/** What cancelling the subscription does to the registered users. */
export const toCancelEffect = (users: number): string =>
  `${usersDo(users, 'stay')} in the list; every account of the group at Formstack becomes inactive.`

/** What the clean-up does to the registered users. */
export const toCleanupEffect = (users: number): string =>
  `${usersDo(users, 'leave')} the list, and the accounts at Formstack are removed. This cannot be undone.`

function usersDo(users: number, verb: 'stay' | 'leave'): string {
  return users === 1 ? `1 registered user ${verb}s` : `${users} registered users ${verb}`
}
