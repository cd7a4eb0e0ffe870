import { missingPermission, type PermissionId } from '@agency-support/contract/permissions'
import type { LucideIcon } from 'lucide-react'

/** An entry of the drawer. */
export interface NavItem {
  label: string
  icon: LucideIcon
  /** In-app address, or another site's if `external`. */
  href: string
  external?: boolean
  needs?: readonly PermissionId[]
  /** Letter that opens it after `g`. */
  goKey?: string
}

/** A collapsible group. */
export interface NavGroup {
  label: string
  icon: LucideIcon
  items: readonly NavItem[]
}

export type NavEntry = NavItem | NavGroup

/** Addresses of other sites linked in the drawer; empty if this installation has none. */
export interface Outside {
  helpCentreUrl: string
  statusSiteUrl: string
}

/** All items of a layout in order, including those in groups. */
export function navItems(entries: readonly NavEntry[]): readonly NavItem[] {
  return entries.flatMap((entry) => ('items' in entry ? entry.items : [entry]))
}

/** True if these permissions are not enough to open it. */
export function isLocked(item: Pick<NavItem, 'needs'>, held: readonly number[]): boolean {
  return missingPermission(held, item.needs ?? []) !== undefined
}
