import type { AgencyAction, AgencyTab } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'

/** Palette actions of the Marketplace tab. */
const marketplaceActions: readonly AgencyAction[] = [
  { label: 'Reactivate a marketplace registration', focus: '#marketplace-registrations button' },
  { label: 'Search its marketplace products', focus: '#marketplace-products input' },
]

export const marketplaceTabs: readonly AgencyTab[] = [
  {
    index: 10,
    name: 'marketplace',
    label: 'Marketplace',
    notForOnline: false,
    key: 'm',
    actions: marketplaceActions,
    page: lazyComponent(async () => (await import('./marketplace-tab.tsx')).Tab),
    load: async (agencyId) => (await import('./marketplace-tab.tsx')).load(agencyId),
  },
]
