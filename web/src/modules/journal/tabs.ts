import type { AgencyTab } from '../../lib/agency-tab.ts'

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
