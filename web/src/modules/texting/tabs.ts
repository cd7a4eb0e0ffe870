import { P } from '@agency-support/contract/permissions'
import { AgencyDomain } from '@agency-support/contract/rules/agency-files'
import type { AgencyAction, AgencyTab, TypedAction } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'

/** ‘msg bw-1’ looks up a text message. */
export const textingTyped: readonly TypedAction[] = [
  {
    word: 'msg',
    read: (rest) => {
      const message = rest.trim()
      if (message === '') return null
      return { label: `Look up message ${message}`, query: { message }, focus: '#texting-message input' }
    },
  },
]

/** Palette actions of the Texting tab. */
const textingActions: readonly AgencyAction[] = [
  { label: 'Look up a text message', focus: '#texting-message input' },
  { label: 'Compare with Bandwidth', focus: '#texting-compare' },
  { label: 'Assign a new phone number', needs: [P.CanManageTexting], focus: '#texting-new-phone' },
  { label: 'Update the TCR number', needs: [P.CanManageTexting], focus: '#texting-tcr input' },
  { label: 'Remove the TCR number', needs: [P.CanManageTexting], focus: '#texting-tcr-remove' },
]

const noDomain =
  'Texting is not shown because it is not one of this agency’s domains, which the Config tab lists.'

export const textingTabs: readonly AgencyTab[] = [
  {
    index: 6,
    name: 'texting',
    label: 'Texting',
    notForOnline: true,
    whyHidden: ({ domains }) => ((domains & AgencyDomain.texting) === 0 ? noDomain : undefined),
    key: 'x',
    actions: textingActions,
    typed: textingTyped,
    page: lazyComponent(async () => (await import('./texting-tab.tsx')).Tab),
  },
]
