import type { SeatRequest } from '@agency-support/contract/modules/seats'
import { createContext, use } from 'react'

/** What a person can do with the requests of the report, and where that stands. */
export interface RequestActions {
  /** True while the status of a request is being saved. */
  isSaving: (id: number) => boolean
  /** The status this person's last change can be taken back to, or null. */
  getUndo: (request: SeatRequest) => number | null
  /** True for a request that the filter no longer has, on the screen until the next refresh. */
  isLeaving: (request: SeatRequest) => boolean
  setStatus: (request: SeatRequest, status: number) => void
  undo: (request: SeatRequest) => void
}

export const RequestActionsContext = createContext<RequestActions | null>(null)

/** The actions of the report a cell stands in. */
export function useRequestActions(): RequestActions {
  const actions = use(RequestActionsContext)
  if (actions === null) throw new Error('a cell of the report stands outside of it')
  return actions
}
