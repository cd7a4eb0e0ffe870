import type { AgencyTab } from '../../lib/agency-tab.ts'
import { summaryActions, summaryTyped } from './tab-actions.ts'

export const agencyFileTabs: readonly AgencyTab[] = [
  {
    index: 0,
    name: 'files',
    label: 'Files',
    notForOnline: true,
    key: 'f',
    page: () => import('./files-tab.tsx'),
  },
  {
    index: 2,
    name: 'downloads',
    label: 'Downloads',
    notForOnline: true,
    key: 'd',
    page: () => import('./downloads-tab.tsx'),
  },
  {
    index: 3,
    name: 'productsummary',
    label: 'Product Summary',
    notForOnline: false,
    key: 'p',
    actions: summaryActions,
    typed: summaryTyped,
    page: () => import('./summary-tab.tsx'),
  },
]
