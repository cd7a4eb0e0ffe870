import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { esignatureActions } from './tab-actions.ts'

export const esignatureTabs: readonly AgencyTab[] = [
  {
    index: 5,
    name: 'esig',
    label: 'E-SIG',
    notForOnline: false,
    key: 'e',
    actions: esignatureActions,
    page: lazyComponent(async () => (await import('./esig-tab.tsx')).Tab),
    load: async (agencyId) => (await import('./esig-tab.tsx')).load(agencyId),
  },
]
