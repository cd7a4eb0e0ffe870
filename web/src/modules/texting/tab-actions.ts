import { P } from '@agency-support/contract/permissions'
import type { AgencyAction } from '../../agency/agency-tab.ts'

/** What the palette leads to on the Texting tab. */
export const textingActions: readonly AgencyAction[] = [
  { label: 'Look up a text message', focus: '#texting-message input' },
  { label: 'Compare with Bandwidth', focus: '#texting-compare' },
  { label: 'Assign a new phone number', needs: [P.CanManageTexting], focus: '#texting-new-phone' },
  { label: 'Update the TCR number', needs: [P.CanManageTexting], focus: '#texting-tcr input' },
  { label: 'Remove the TCR number', needs: [P.CanManageTexting], focus: '#texting-tcr-remove' },
]
