import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { summaryActions, summaryTyped } from './tab-actions.ts'

export const agencyFileTabs: readonly AgencyTab[] = [
  {
    index: 0,
    name: 'files',
    label: 'Files',
    notForOnline: true,
    also: 'sync errors token multifolder',
    key: 'f',
    page: lazyComponent(async () => (await import('./files-tab.tsx')).Tab),
  },
  {
    index: 2,
    name: 'downloads',
    label: 'Downloads',
    notForOnline: true,
    also: 'logs',
    key: 'd',
    page: lazyComponent(async () => (await import('./downloads-tab.tsx')).Tab),
  },
  {
    index: 3,
    name: 'productsummary',
    label: 'Product Summary',
    notForOnline: false,
    key: 'p',
    actions: summaryActions,
    typed: summaryTyped,
    page: lazyComponent(async () => (await import('./summary-tab.tsx')).Tab),
  },
]
