import type { SeatRequest } from '@agency-support/contract/modules/seats'
import { rowActions } from '../../components/data-table/row-actions.ts'

/** Actions on the requests of the report, and their state. */
export interface RequestActions {
  /** True while the status of a request is being saved. */
  isSaving: (id: number) => boolean
  /** The status to which Undo would return this person's last change, or null. */
  getUndo: (request: SeatRequest) => number | null
  /** Why this person's last change of a request was not saved; undefined if it was. */
  whyRefused: (id: number) => string | undefined
  /** True for a request that no longer matches the filter and stays until the next refresh. */
  isLeaving: (request: SeatRequest) => boolean
  setStatus: (request: SeatRequest, status: number) => void
  undo: (request: SeatRequest) => void
}

export const [RequestActionsContext, useRequestActions] = rowActions<RequestActions>('seat requests')
