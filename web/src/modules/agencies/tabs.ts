import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { configActions } from './tab-actions.ts'

export const agencyTabs: readonly AgencyTab[] = [
  {
    index: 4,
    name: 'config',
    label: 'Config',
    notForOnline: false,
    key: 'g',
    actions: configActions,
    page: lazyComponent(async () => (await import('./config-tab.tsx')).Tab),
  },
]
