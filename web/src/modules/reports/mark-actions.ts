import type { SubscriptionEvent } from '@agency-support/contract/modules/reports'
import { rowActions } from '../../components/data-table/row-actions.ts'

/** Row actions of the e-signature view. */
export interface MarkActions {
  mark: (event: SubscriptionEvent, isProcessed: boolean) => void
  /** The events whose marks are being saved. */
  busy: readonly number[]
}

export const [MarkActionsContext, useMarkActions] = rowActions<MarkActions>('e-signature events')
