import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lateComponent } from '../../lib/late.tsx'

/** History is the last tab, whatever else comes. */
const last = 99

export const journalTabs: readonly AgencyTab[] = [
  {
    index: last,
    name: 'history',
    label: 'History',
    notForOnline: false,
    key: 'h',
    page: lateComponent(async () => (await import('./history-tab.tsx')).Tab),
  },
]
