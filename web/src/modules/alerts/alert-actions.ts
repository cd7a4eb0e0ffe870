import type { SystemAlert } from '@agency-support/contract/modules/alerts'
import { rowActions } from '../../components/data-table/row-actions.ts'

/** Actions on an alert of the table. */
export interface AlertActions {
  /** Why nothing can be changed, or undefined. */
  whyNot: string | undefined
  /** Guids of the alerts being resolved. */
  resolving: readonly string[]
  edit: (alert: SystemAlert) => void
  resolve: (alert: SystemAlert) => void
}

export const [AlertActionsContext, useAlertActions] = rowActions<AlertActions>('alerts table')
