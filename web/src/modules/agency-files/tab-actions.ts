import { clientIdPattern } from '@agency-support/contract/rules/agency-files'
import type { AgencyAction, TypedAction } from '../../agency/agency-tab.ts'

/** Palette actions of the Product Summary tab. */
export const summaryActions: readonly AgencyAction[] = [
  { label: 'Look up a client', focus: '#client-lookup input' },
]

/** ‘c 12345678’ looks up a client and focuses its first download. */
export const summaryTyped: readonly TypedAction[] = [
  {
    word: 'c',
    read: (rest) => {
      const clientId = rest.replace(/[\s-]/g, '')
      return clientIdPattern.test(clientId)
        ? { label: `Look up client ${clientId}`, query: { client: clientId } }
        : null
    },
    focus: '#client-lookup [data-found] button:enabled',
  },
]
