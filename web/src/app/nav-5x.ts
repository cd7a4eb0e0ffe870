import { P } from '@agency-support/contract/permissions'
import { ChartColumn, HousePlus, Puzzle } from 'lucide-react'
import { agencyPaths } from '../modules/agencies/paths.ts'
import type { NavEntry, Outside } from './nav.ts'
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

/** The drawer of the 5.x layout, in the documented order. */
export function nav5x(outside: Outside): readonly NavEntry[] {
  return [
    main,
    { label: 'Agency Setup', icon: HousePlus, href: agencyPaths.setup, needs: [P.CreateNewAgency] },
    products('Application Management'),
    ...people,
    ...alertEntries('Alerts site', outside),
    journalEntry,
    operationsEntry,
    { label: 'Reports', icon: ChartColumn, items: reports },
    { label: 'Features', icon: Puzzle, items: features },
    ...help(outside),
  ]
}
