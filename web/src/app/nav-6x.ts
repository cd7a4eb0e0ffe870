import { P } from '@agency-support/contract/permissions'
import {
  AppWindow,
  Bell,
  ChartColumn,
  CircleSlash,
  HousePlus,
  type LucideIcon,
  Puzzle,
  Rocket,
  Store,
} from 'lucide-react'
import { agencyPaths } from '../modules/agencies/paths.ts'
import { framePaths } from '../modules/frames/paths.ts'
import type { NavEntry, NavItem, Outside } from './nav.ts'
import {
  alertEntries,
  features,
  help,
  journalEntry,
  main,
  operationsEntry,
  people,
  products,
  reports,
} from './nav-entries.ts'

/** A group; omitted if none of its items is configured. */
function group(label: string, icon: LucideIcon, items: readonly NavItem[]): readonly NavEntry[] {
  return items.length === 0 ? [] : [{ label, icon, items }]
}

/** The drawer of the 6.x layout, in the documented order; Agency Setup 6.x requires only sign-in. */
export function nav6x(outside: Outside): readonly NavEntry[] {
  return [
    main,
    ...group('Onboarding', Rocket, [
      { label: 'Agency Setup 5.x', icon: HousePlus, href: agencyPaths.setup, needs: [P.CreateNewAgency] },
      { label: 'Agency Setup 6.x', icon: HousePlus, href: framePaths.agencySetup },
    ]),
    ...group('Application Management', AppWindow, [
      products('Marketplace 5.x'),
      {
        label: 'Marketplace 6.x',
        icon: Store,
        href: framePaths.marketplace,
        needs: [P.ApplicationManagement],
      },
    ]),
    ...people,
    ...group('Alerts', Bell, alertEntries('Alerts Site', outside)),
    journalEntry,
    operationsEntry,
    ...group('Reports', ChartColumn, [
      ...reports,
      { label: 'Agency Cancellation', icon: CircleSlash, href: framePaths.agencyCancellation },
    ]),
    ...group('Features', Puzzle, features),
    ...help(outside),
  ]
}
