import { P } from '@agency-support/contract/permissions'
import type { AgencyTab } from '../../lib/agency-tab.ts'
import { screen } from '../../lib/screen.ts'
import { journalPaths } from './paths.ts'

/** History is the last tab, whatever else comes. */
const last = 99

export const journalTabs: readonly AgencyTab[] = [
  {
    index: last,
    name: 'history',
    label: 'History',
    notForOnline: false,
    key: 'h',
    page: () => import('./history-tab.tsx'),
  },
]

export const journalScreens = [
  screen({
    path: journalPaths.journal,
    title: 'Journal',
    needs: [P.AgencyManagementAdmin],
    page: () => import('./journal-page.tsx'),
  }),
]
