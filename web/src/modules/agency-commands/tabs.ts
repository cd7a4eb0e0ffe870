import type { AgencyTab } from '../../agency/agency-tab.ts'
import { lateComponent } from '../../lib/late.tsx'
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
    page: lateComponent(async () => (await import('./command-tab.tsx')).Tab),
    onlinePart: lateComponent(async () => (await import('./command-tab.tsx')).OnlinePart),
  },
]
