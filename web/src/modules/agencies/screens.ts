import { P } from '@agency-support/contract/permissions'
import type { AgencyTab } from '../../lib/agency-tab.ts'
import { screen } from '../../lib/screen.ts'
import { agencyPaths } from './paths.ts'
import { configActions } from './tab-actions.ts'

export const agencyScreens = [
  screen({ path: agencyPaths.list, title: 'Agencies', page: () => import('./list-page.tsx') }),
  screen({ path: '/agency-detail/$id', title: 'Agency', page: () => import('./detail-page.tsx') }),
  screen({
    path: agencyPaths.setup,
    title: 'New Agency Setup 5.x',
    needs: [P.CreateNewAgency],
    page: () => import('./setup-page.tsx'),
  }),
]

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
