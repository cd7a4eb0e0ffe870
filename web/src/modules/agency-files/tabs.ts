import { clientIdPattern } from '@agency-support/contract/rules/agency-files'
import type { AgencyAction, AgencyTab, TypedAction } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { firstDownload } from './paths.ts'

/** Palette actions of the Product Summary tab. */
const summaryActions: readonly AgencyAction[] = [{ label: 'Look up a client', focus: '#client-lookup input' }]

/** ‘c 12345678’ looks up a client and focuses its first download; without one the field, for the next id. */
export const summaryTyped: readonly TypedAction[] = [
  {
    word: 'c',
    read: (rest) => {
      const clientId = rest.replace(/[\s-]/g, '')
      if (!clientIdPattern.test(clientId)) return null
      return {
        label: `Look up client ${clientId}`,
        query: { client: clientId },
        focus: firstDownload(clientId),
      }
    },
  },
]

export const agencyFileTabs: readonly AgencyTab[] = [
  {
    index: 0,
    name: 'files',
    label: 'Files',
    notForOnline: true,
    also: 'sync errors token multifolder',
    key: 'f',
    page: lazyComponent(async () => (await import('./files-tab.tsx')).Tab),
    load: async (agencyId) => (await import('./files-tab.tsx')).load(agencyId),
  },
  {
    index: 2,
    name: 'downloads',
    label: 'Downloads',
    notForOnline: true,
    also: 'logs',
    key: 'd',
    page: lazyComponent(async () => (await import('./downloads-tab.tsx')).Tab),
    load: async (agencyId) => (await import('./downloads-tab.tsx')).load(agencyId),
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
