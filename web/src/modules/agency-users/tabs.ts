import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { typedUserActions, userActions } from './tab-actions.ts'

export const agencyUserTabs: readonly AgencyTab[] = [
  {
    index: 8,
    name: 'users',
    label: 'Users',
    notForOnline: true,
    also: 'unlock initials sign-in',
    key: 'u',
    actions: userActions,
    typed: typedUserActions,
    page: lazyComponent(async () => (await import('./users-tab.tsx')).Tab),
    load: async (agencyId) => (await import('./users-tab.tsx')).load(agencyId),
    onlinePart: lazyComponent(async () => (await import('./users-tab.tsx')).OnlinePart),
  },
]
