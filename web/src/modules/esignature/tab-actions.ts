import { P } from '@agency-support/contract/permissions'
import type { AgencyAction } from '../../agency/agency-tab.ts'

/** Selector of the field for a group id. */
export const queryField = '#formstack-query input'

/** Palette actions of the E-SIG tab. */
export const esignatureActions: readonly AgencyAction[] = [
  { label: 'Query a Formstack group', focus: queryField },
  { label: 'Compare with Formstack', focus: '#esig-comparison button' },
  { label: 'Open the e-signature audit log', needs: [P.CanManageFormstack], focus: '#esig-audit-log' },
  {
    label: 'Cancel the e-signature subscription',
    needs: [P.CancelAgencySubscription],
    focus: '#esig-danger button',
  },
]
