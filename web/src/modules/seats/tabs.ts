import { showsSeatManagement } from '@agency-support/contract/rules/seats'
import type { AgencyTab } from '../../lib/agency-tab.ts'

export const seatTabs: readonly AgencyTab[] = [
  {
    index: 9,
    name: 'seatmanagement',
    label: 'Seat Management',
    notForOnline: false,
    isShown: showsSeatManagement,
    key: 's',
    page: () => import('./usage-tab.tsx'),
  },
]
