import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lateComponent } from '../../lib/late.tsx'
import { esignatureActions } from './tab-actions.ts'

export const esignatureTabs: readonly AgencyTab[] = [
  {
    index: 5,
    name: 'esig',
    label: 'E-SIG',
    notForOnline: false,
    key: 'e',
    actions: esignatureActions,
    page: lateComponent(async () => (await import('./esig-tab.tsx')).Tab),
  },
]
