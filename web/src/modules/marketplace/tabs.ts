import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { marketplaceActions } from './tab-actions.ts'

export const marketplaceTabs: readonly AgencyTab[] = [
  {
    index: 10,
    name: 'marketplace',
    label: 'Marketplace',
    notForOnline: false,
    key: 'm',
    actions: marketplaceActions,
    page: lazyComponent(async () => (await import('./marketplace-tab.tsx')).Tab),
  },
]
