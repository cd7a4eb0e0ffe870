import type { AvailablePermissions, PermissionDefinition, PermissionGroup } from '../modules/staff.ts'
import { isPermission } from '../permissions.ts'

/** True for a permission that the user screen shows: flags exactly 1, and not only for product administrators. */
export function isShown({ flags, adminOnly }: Pick<PermissionDefinition, 'flags' | 'adminOnly'>): boolean {
  return flags === 1 && !adminOnly
}

/** A group with its visible permissions, both in order. */
export interface ShownGroup extends PermissionGroup {
  permissions: readonly PermissionDefinition[]
}

/**
 * The groups that the user screen shows. A group is shown by the low two bits of its permissions, a permission by flags
 * of exactly 1, so a group may be shown without permissions.
 */
export function shownGroups({ groups, definitions }: AvailablePermissions): ShownGroup[] {
  return groups.toSorted(byOrder).flatMap((group) => {
    const own = definitions.filter(({ groupId, adminOnly }) => groupId === group.id && !adminOnly)
    if (!own.some(({ flags }) => (flags & 3) === 1)) return []
    return [{ ...group, permissions: own.filter(isShown).toSorted(byOrder) }]
  })
}

function byOrder(one: { order: number }, other: { order: number }): number {
  return one.order - other.order
}

/** The person who makes a change. */
export interface Sender {
  username: string
  permissions: readonly number[]
}

/** Why this sender may not give a person these permissions; removing permissions is always allowed. */
export function whyNotGrant(
  sender: Sender,
  username: string,
  granted: readonly number[],
): 'ownList' | 'notHeld' | undefined {
  if (sender.username === username) return 'ownList'
  return granted.every((id) => sender.permissions.includes(id)) ? undefined : 'notHeld'
}

/**
 * Why this sender may not reset, disable or enable an account or remove its second factor: nobody should lock
 * themselves out by accident, or gain permissions through the account of somebody who has more.
 */
export function whyNotAccount(
  sender: Sender,
  account: { username: string; permissions: readonly number[] },
): 'ownAccount' | 'holdsMore' | undefined {
  if (sender.username === account.username) return 'ownAccount'
  // An unknown number grants nothing, and nobody could ever be given it.
  const held = account.permissions.filter(isPermission)
  return held.every((id) => sender.permissions.includes(id)) ? undefined : 'holdsMore'
}

/** The permissions of two people by who holds them; each list in the order of `among`. */
export function compareLists(
  one: readonly number[],
  other: readonly number[],
  among: readonly number[],
): { onlyOne: number[]; onlyOther: number[]; both: number[] } {
  const held = among.filter((id) => one.includes(id) || other.includes(id))
  return {
    onlyOne: held.filter((id) => !other.includes(id)),
    onlyOther: held.filter((id) => !one.includes(id)),
    both: held.filter((id) => one.includes(id) && other.includes(id)),
  }
}
