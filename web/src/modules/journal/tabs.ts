import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'

/** History is always the last tab. */
const last = 99

export const journalTabs: readonly AgencyTab[] = [
  {
    index: last,
    name: 'history',
    label: 'History',
    notForOnline: false,
    key: 'h',
    page: lazyComponent(async () => (await import('./history-tab.tsx')).Tab),
  },
]
