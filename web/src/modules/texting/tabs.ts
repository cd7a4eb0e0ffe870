import { AgencyDomain } from '@agency-support/contract/rules/agency-files'
import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { textingActions, textingTyped } from './tab-actions.ts'

export const textingTabs: readonly AgencyTab[] = [
  {
    index: 6,
    name: 'texting',
    label: 'Texting',
    notForOnline: true,
    isShown: ({ domains }) => (domains & AgencyDomain.texting) !== 0,
    key: 'x',
    actions: textingActions,
    typed: textingTyped,
    page: lazyComponent(async () => (await import('./texting-tab.tsx')).Tab),
  },
]
