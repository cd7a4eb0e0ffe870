import { whyNoSeatManagement } from '@agency-support/contract/rules/seats'
import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'

export const seatTabs: readonly AgencyTab[] = [
  {
    index: 9,
    name: 'seatmanagement',
    label: 'Seat Management',
    notForOnline: false,
    whyHidden: whyNoSeatManagement,
    also: 'release licences licenses seats',
    key: 's',
    page: lazyComponent(async () => (await import('./usage-tab.tsx')).Tab),
  },
]
