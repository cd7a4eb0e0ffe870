import { P } from '@agency-support/contract/permissions'
import type { AgencyAction, AgencyTab } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'

/** Palette actions of the Config tab. */
const configActions: readonly AgencyAction[] = [
  {
    label: 'Change the agency name',
    needs: [P.EditAgencyStatus],
    focus: '#agency-name input',
  },
  {
    label: 'Change the agency status',
    needs: [P.EditAgencyStatus],
    focus: '#agency-status [role="combobox"]',
  },
  {
    label: 'Change the storage mode',
    needs: [P.EditAgencyStatus],
    focus: '#agency-storage [role="combobox"]',
  },
  {
    label: 'Change the agency details',
    needs: [P.EditAgencyStatus],
    focus: '#agency-details button',
  },
  {
    label: 'Check the storage',
    focus: '#agency-storage-check button',
  },
]

export const agencyTabs: readonly AgencyTab[] = [
  {
    index: 4,
    name: 'config',
    label: 'Config',
    notForOnline: false,
    key: 'g',
    actions: configActions,
    page: lazyComponent(async () => (await import('./config-tab.tsx')).Tab),
  },
]
