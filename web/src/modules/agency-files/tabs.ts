import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lateComponent } from '../../lib/late.tsx'
import { summaryActions, summaryTyped } from './tab-actions.ts'

export const agencyFileTabs: readonly AgencyTab[] = [
  {
    index: 0,
    name: 'files',
    label: 'Files',
    notForOnline: true,
    also: 'sync errors token multifolder',
    key: 'f',
    page: lateComponent(async () => (await import('./files-tab.tsx')).Tab),
  },
  {
    index: 2,
    name: 'downloads',
    label: 'Downloads',
    notForOnline: true,
    also: 'logs',
    key: 'd',
    page: lateComponent(async () => (await import('./downloads-tab.tsx')).Tab),
  },
  {
    index: 3,
    name: 'productsummary',
    label: 'Product Summary',
    notForOnline: false,
    key: 'p',
    actions: summaryActions,
    typed: summaryTyped,
    page: lateComponent(async () => (await import('./summary-tab.tsx')).Tab),
  },
]
