import type { ActivityRow, Addition } from '@agency-support/contract/modules/activity'
import type { ActivityEventRow } from './store.ts'

/** An addition as its wire shape. */
export function additionView({ category, agency_id, at }: ActivityEventRow): Addition {
  return { cat: category, agencyId: agency_id, dt: at.toISOString() }
}

/** An event as its wire shape. */
export function rowView(row: ActivityEventRow): ActivityRow {
  return { id: row.event_id, ...additionView(row), change: row.change }
}
