import type { LucideIcon } from 'lucide-react'
import type { PermissionId } from '@agency-support/contract/permissions'

/** An entry of the drawer. */
export interface NavItem {
  label: string
  icon: LucideIcon
  /** Address in the console, or of another site when `external`. */
  href: string
  external?: boolean
  needs?: readonly PermissionId[]
}

/** A group that opens and closes. */
export interface NavGroup {
  label: string
  icon: LucideIcon
  items: readonly NavItem[]
}

export type NavEntry = NavItem | NavGroup
