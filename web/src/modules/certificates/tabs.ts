import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lateComponent } from '../../lib/late.tsx'
import { certificateActions } from './tab-actions.ts'

export const certificateTabs: readonly AgencyTab[] = [
  {
    index: 7,
    name: 'certs',
    label: 'Self-Serve Certs',
    notForOnline: false,
    key: 'z',
    actions: certificateActions,
    page: lateComponent(async () => (await import('./certs-tab.tsx')).Tab),
  },
]
