import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lateComponent } from '../../lib/late.tsx'
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
    page: lateComponent(async () => (await import('./users-tab.tsx')).Tab),
    onlinePart: lateComponent(async () => (await import('./users-tab.tsx')).OnlinePart),
  },
]
