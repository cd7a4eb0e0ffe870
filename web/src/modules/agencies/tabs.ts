import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lateComponent } from '../../lib/late.tsx'
import { configActions } from './tab-actions.ts'

export const agencyTabs: readonly AgencyTab[] = [
  {
    index: 4,
    name: 'config',
    label: 'Config',
    notForOnline: false,
    key: 'g',
    actions: configActions,
    page: lateComponent(async () => (await import('./config-tab.tsx')).Tab),
  },
]
