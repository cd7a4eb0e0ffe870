import { missingPermission, type PermissionId } from '@agency-support/contract/permissions'
import type { LucideIcon } from 'lucide-react'

/** An entry of the drawer. */
export interface NavItem {
  label: string
  icon: LucideIcon
  /** Address in the console, or of another site when `external`. */
  href: string
  external?: boolean
  needs?: readonly PermissionId[]
  /** Letter that opens it after `g`. */
  goKey?: string
}

/** A group that opens and closes. */
export interface NavGroup {
  label: string
  icon: LucideIcon
  items: readonly NavItem[]
}

export type NavEntry = NavItem | NavGroup

/** Addresses of other sites that the drawer leads to; empty where this installation has none. */
export interface Outside {
  helpCentreUrl: string
  statusSiteUrl: string
}

/** Every item of a layout, in its order, whatever group holds it. */
export function navItems(entries: readonly NavEntry[]): readonly NavItem[] {
  return entries.flatMap((entry) => ('items' in entry ? entry.items : [entry]))
}

/** True when a person with these permissions may not open it. */
export function isLocked(item: Pick<NavItem, 'needs'>, held: readonly number[]): boolean {
  return missingPermission(held, item.needs ?? []) !== undefined
}
