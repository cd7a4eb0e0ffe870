import type { SystemAlert } from '@agency-support/contract/modules/alerts'
import { createContext, use } from 'react'

/** Actions on an alert of the table. */
export interface AlertActions {
  /** Why nothing can be changed, or undefined. */
  whyNot: string | undefined
  /** Guids of the alerts being resolved. */
  resolving: readonly string[]
  edit: (alert: SystemAlert) => void
  resolve: (alert: SystemAlert) => void
}

export const AlertActionsContext = createContext<AlertActions | null>(null)

/** The actions of the surrounding table. */
export function useAlertActions(): AlertActions {
  const actions = use(AlertActionsContext)
  if (actions === null) throw new Error('useAlertActions is used outside of the alerts table')
  return actions
}
