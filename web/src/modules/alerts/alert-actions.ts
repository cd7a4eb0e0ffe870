import type { SystemAlert } from '@agency-support/contract/modules/alerts'
import { createContext, use } from 'react'

/** What a person can do with an alert of the table. */
export interface AlertActions {
  /** Why nothing can be changed; null for whoever may. */
  whyNot: string | null
  /** The alert that is being resolved. */
  resolving: string | null
  edit: (alert: SystemAlert) => void
  resolve: (alert: SystemAlert) => void
}

export const AlertActionsContext = createContext<AlertActions | null>(null)

/** The actions of the table a cell stands in. */
export function useAlertActions(): AlertActions {
  const actions = use(AlertActionsContext)
  if (actions === null) throw new Error('a cell of the alerts stands outside of their table')
  return actions
}
