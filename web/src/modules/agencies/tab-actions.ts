import { P } from '@agency-support/contract/permissions'
import type { AgencyAction } from '../../agency/agency-tab.ts'

/** Palette actions of the Config tab. */
export const configActions: readonly AgencyAction[] = [
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
