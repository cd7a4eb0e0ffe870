import { rowActions } from '../../components/data-table/row-actions.ts'
import type { useNextUnprocessed } from './next-unprocessed.tsx'
import type { useMarks } from './use-marks.ts'

/** Row actions of the e-signature view: setting marks, and the event whose switch takes the focus. */
export type MarkActions = Pick<ReturnType<typeof useMarks>, 'mark' | 'canUndo' | 'undo' | 'busy'> &
  ReturnType<typeof useNextUnprocessed>['next']

export const [MarkActionsContext, useMarkActions] = rowActions<MarkActions>('e-signature events')
