import type { AgencyTab } from '../../lib/agency-tab.ts'
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
    page: () => import('./command-tab.tsx'),
  },
]
