import { clientIdsProblem, normaliseClientIds } from '@agency-support/contract/rules/agency-commands'
import type { AgencyAction, AgencyTab, TypedAction } from '../../agency/agency-tab.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { executeButton } from './paths.ts'

/** Palette actions of the Command tab. */
const commandActions: readonly AgencyAction[] = [
  {
    label: 'Send a command',
    also: 'execute sync resend log count pcs',
    focus: '#agency-command input[type="radio"]',
  },
  { label: 'Request new logs', query: { command: 'log', argument: 'all' }, focus: executeButton },
]

/** ‘sync 12345678’ fills the form; the person presses Execute. */
export const commandTyped: readonly TypedAction[] = [
  {
    word: 'sync',
    read: (rest) => {
      const ids = normaliseClientIds(rest)
      if (ids === '' || clientIdsProblem(ids) !== undefined) return null
      const clients = ids.includes(',') ? 'clients' : 'client'
      return {
        label: `Sync ${clients} ${ids.replaceAll(',', ', ')}`,
        query: { command: 'sync', argument: ids },
        focus: executeButton,
      }
    },
  },
]

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
    load: async (agencyId) => (await import('./command-tab.tsx')).load(agencyId),
    onlinePart: lazyComponent(async () => (await import('./command-tab.tsx')).OnlinePart),
  },
]
