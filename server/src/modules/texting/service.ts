import { isStale } from '../../calls/is-stale.ts'
import type { Tx } from '../../db/open.ts'
import {
  type ChangedBy,
  lockTexting,
  type NumberOrder,
  setPhone,
  setTcrNumber,
  type TextingRow,
} from './store.ts'

/** The result of changing a texting record. */
export type Changed =
  | { outcome: 'changed'; before: TextingRow; row: TextingRow }
  /** It already has that value. */
  | { outcome: 'same'; row: TextingRow }
  /** It changed since the version that the caller read. */
  | { outcome: 'stale'; row: TextingRow; by: string; at: Date }
  | { outcome: 'noRecord' }

interface Versioned extends ChangedBy {
  agencyId: number
  /** The version that the caller read; undefined: the last change wins. */
  version: number | undefined
}

/** Changes an agency's phone number, with the order it came from; `taken` if another agency has it. */
export async function changePhone(
  tx: Tx,
  change: Versioned & { phone: string; order: NumberOrder | null },
): Promise<Changed | { outcome: 'taken'; agencyId: number }> {
  const before = await lockTexting(tx, change.agencyId)
  if (before === undefined) return { outcome: 'noRecord' }
  if (isStale(before.phones_version, change.version))
    return { outcome: 'stale', row: before, by: before.phones_changed_by, at: before.phones_changed_at }
  const { phone, order } = change
  const isSameOrder = order === null || (before.order_id === order.id && before.order_kind === order.kind)
  if (before.phones[0] === phone && isSameOrder) return { outcome: 'same', row: before }
  const set = await setPhone(tx, change)
  return 'takenBy' in set
    ? { outcome: 'taken', agencyId: set.takenBy }
    : { outcome: 'changed', before, row: set.row }
}

/** Sets an agency's TCR number; null removes it. */
export async function changeTcrNumber(
  tx: Tx,
  change: Versioned & { tcrNumber: string | null },
): Promise<Changed> {
  const before = await lockTexting(tx, change.agencyId)
  if (before === undefined) return { outcome: 'noRecord' }
  if (before.tcr_number === change.tcrNumber) return { outcome: 'same', row: before }
  if (isStale(before.tcr_version, change.version))
    return {
      outcome: 'stale',
      row: before,
      by: before.tcr_updated_by ?? before.phones_changed_by,
      at: before.tcr_updated_at ?? before.phones_changed_at,
    }
  return { outcome: 'changed', before, row: await setTcrNumber(tx, change) }
}
