import type { AgencyUser } from '@agency-support/contract/modules/agency-users'
import { listedUsers } from '@agency-support/contract/rules/agency-users'
import { useMemo, useState } from 'react'

/** Users in an order that was shown before; who is new stands at the end. */
export function inOrder(users: readonly AgencyUser[], order: readonly string[]): AgencyUser[] {
  const place = new Map(order.map((username, at) => [username, at]))
  const toPlace = ({ username }: AgencyUser): number => place.get(username) ?? order.length
  return listedUsers(users).sort((a, b) => toPlace(a) - toPlace(b))
}

/**
 * The users of the list, in the order in which they stood when it was last asked for: what a card says is live, but
 * none moves from under the pointer when it is unlocked. `renew` takes the order that holds now.
 */
export function useSteadyOrder(users: readonly AgencyUser[] | undefined): {
  listed: readonly AgencyUser[] | undefined
  renew: () => void
} {
  const [order, setOrder] = useState<readonly string[] | null>(null)
  // Kept while rendering, so that no frame shows the list in between.
  if (order === null && users !== undefined) setOrder(listedUsers(users).map(({ username }) => username))
  const listed = useMemo(() => users && inOrder(users, order ?? []), [users, order])
  return { listed, renew: () => setOrder(null) }
}
