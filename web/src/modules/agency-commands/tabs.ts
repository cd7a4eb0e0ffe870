import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { commandActions, commandTyped } from './tab-actions.ts'

export const agencyCommandTabs: readonly AgencyTab[] = [
  {
    index: 1,
    name: 'command',
    label: 'Command',
    notForOnline: true,
    key: 'c',
    actions: commandActions,
    typed: commandTyped,
    page: lazyComponent(async () => (await import('./command-tab.tsx')).Tab),
    onlinePart: lazyComponent(async () => (await import('./command-tab.tsx')).OnlinePart),
  },
]
