import type { AgencyTab } from '../../lib/agency-tab.ts'
import { configActions } from './tab-actions.ts'

export const agencyTabs: readonly AgencyTab[] = [
  {
    index: 4,
    name: 'config',
    label: 'Config',
    notForOnline: false,
    key: 'g',
    actions: configActions,
    page: () => import('./config-tab.tsx'),
  },
]
