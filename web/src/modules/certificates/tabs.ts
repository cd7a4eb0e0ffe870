import type { AgencyAction, AgencyTab } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'

/** Palette actions of the Self-Serve Certs tab. */
const certificateActions: readonly AgencyAction[] = [
  { label: 'Search clients with certificates', focus: '#certificate-clients input' },
]

export const certificateTabs: readonly AgencyTab[] = [
  {
    index: 7,
    name: 'certs',
    label: 'Self-Serve Certs',
    notForOnline: false,
    key: 'z',
    actions: certificateActions,
    page: lazyComponent(async () => (await import('./certs-tab.tsx')).Tab),
    load: async (agencyId) => (await import('./certs-tab.tsx')).load(agencyId),
  },
]
