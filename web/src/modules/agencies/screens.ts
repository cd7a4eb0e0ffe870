import type { AgencyTab } from '../../lib/agency-tab.ts'
import { screen } from '../../lib/screen.ts'
import { agencyPaths } from './paths.ts'

export const agencyScreens = [
  screen({ path: agencyPaths.list, title: 'Agencies', page: () => import('./list-page.tsx') }),
  screen({ path: '/agency-detail/$id', title: 'Agency', page: () => import('./detail-page.tsx') }),
]

export const agencyTabs: readonly AgencyTab[] = [
  { index: 4, name: 'config', label: 'Config', notForOnline: false, page: () => import('./config-tab.tsx') },
]
