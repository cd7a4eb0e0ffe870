import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { certificateActions } from './tab-actions.ts'

export const certificateTabs: readonly AgencyTab[] = [
  {
    index: 7,
    name: 'certs',
    label: 'Self-Serve Certs',
    notForOnline: false,
    key: 'z',
    actions: certificateActions,
    page: lazyComponent(async () => (await import('./certs-tab.tsx')).Tab),
  },
]
