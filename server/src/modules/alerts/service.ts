import type { ReadDb } from '../../db/open.ts'
import { findNumber } from './store.ts'

/** A number that changes whenever an alert is sent, updated or resolved. */
export function readAlertNumber(db: ReadDb): Promise<number> {
  return findNumber(db)
}
