import { P, permissionAliases } from '@agency-support/contract/permissions'
import {
  Activity,
  AppWindow,
  Armchair,
  BellRing,
  BookOpen,
  Building2,
  CalendarSync,
  CircleQuestionMark,
  Eraser,
  FileBadge,
  Gauge,
  History,
  LogIn,
  type LucideIcon,
  Mail,
  MessagesSquare,
  PackageCheck,
  Receipt,
  Siren,
  Store,
  UserCog,
  Users,
} from 'lucide-react'
import { activityPaths } from '../modules/activity/paths.ts'
import { agencyPaths } from '../modules/agencies/paths.ts'
import { alertPaths } from '../modules/alerts/paths.ts'
import { certificatePaths } from '../modules/certificates/paths.ts'
import { emailPaths } from '../modules/email/paths.ts'
import { helpPaths } from '../modules/help/paths.ts'
import { journalPaths } from '../modules/journal/paths.ts'
import { operationsPaths } from '../modules/operations/paths.ts'
import { reportPaths } from '../modules/reports/paths.ts'
import { productPaths } from '../modules/products/paths.ts'
import { seatPaths } from '../modules/seats/paths.ts'
import { staffPaths } from '../modules/staff/paths.ts'
import { textingPaths } from '../modules/texting/paths.ts'
import type { NavItem, Outside } from './nav.ts'

// Entries shared by both layouts; each layout decides their position.

export const main: NavItem = { label: 'Main', icon: Building2, href: agencyPaths.list, goKey: 'h' }

/** The marketplace's products, labelled as the layout demands. */
export function products(label: string): NavItem {
  return {
    label,
    icon: AppWindow,
    href: productPaths.list,
    needs: [P.ApplicationManagement],
    goKey: 'p',
  }
}

/** Seats, people and their accounts, and suppressed addresses, in the same order in both layouts. */
export const people: readonly NavItem[] = [
  {
    label: 'Seat Management',
    icon: Armchair,
    href: seatPaths.report,
    needs: [P.SeatManagement],
    goKey: 's',
  },
  {
    label: 'User Management',
    icon: Users,
    href: staffPaths.users,
    needs: permissionAliases.UserManagement,
    goKey: 'u',
  },
  {
    label: 'Email Management',
    icon: Mail,
    href: emailPaths.suppressions,
    needs: permissionAliases.EmailManagement,
    goKey: 'e',
  },
  { label: 'Staff Accounts', icon: UserCog, href: staffPaths.accounts, needs: [P.CanListUsers] },
]

/** The screen opens with 3000 alone; its entry requires both. */
const alertsAdmin: NavItem = {
  label: 'Alerts Admin',
  icon: BellRing,
  href: alertPaths.administration,
  needs: [P.CanAccessSystemAlerts, P.CanManageSystemAlerts],
  goKey: 'a',
}

/** Reports shared by both layouts; they require only sign-in. */
export const reports: readonly NavItem[] = [
  { label: 'Product Activation', icon: PackageCheck, href: reportPaths.activation },
  { label: 'Product Billing', icon: Receipt, href: reportPaths.billing },
  { label: 'TCR Report', icon: MessagesSquare, href: textingPaths.tcrReport },
  { label: 'TCR Cleanup', icon: Eraser, href: textingPaths.tcrCleanup },
  { label: 'Subscription Events', icon: CalendarSync, href: reportPaths.events },
  { label: 'Totals', icon: Gauge, href: activityPaths.totals, goKey: 'd' },
  { label: 'Signins', icon: LogIn, href: activityPaths.signins, goKey: 'i' },
]

/** The Features group of both layouts; requires only sign-in. */
export const features: readonly NavItem[] = [
  { label: 'Self Serve Certs', icon: FileBadge, href: certificatePaths.tool, goKey: 'c' },
  { label: 'Vendors', icon: Store, href: productPaths.vendors, goKey: 'v' },
]

export const journalEntry: NavItem = {
  label: 'Journal',
  icon: History,
  href: journalPaths.journal,
  needs: [P.AgencyManagementAdmin],
  goKey: 'j',
}

export const operationsEntry: NavItem = {
  label: 'Operations',
  icon: Activity,
  href: operationsPaths.status,
  needs: [P.AgencyManagementAdmin],
  goKey: 'o',
}

/** An entry that opens another site; omitted if its address is not configured. */
function external(label: string, icon: LucideIcon, href: string): readonly NavItem[] {
  return href === '' ? [] : [{ label, icon, href, external: true }]
}

/** The status site, if configured, with the layout's label, and our own alerts. */
export function alertEntries(siteLabel: string, outside: Outside): readonly NavItem[] {
  return [...external(siteLabel, Siren, outside.statusSiteUrl), alertsAdmin]
}

/** Our own help topics, then the help centre; last in both layouts. */
export function help(outside: Outside): readonly NavItem[] {
  return [
    { label: 'Help Topics', icon: BookOpen, href: helpPaths.topics },
    ...external('Help', CircleQuestionMark, outside.helpCentreUrl),
  ]
}
