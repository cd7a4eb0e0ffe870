import type { Tx } from './open.ts'

/** Categories of the product activity dashboard. */
export type ActivityCategory = 'Registration' | 'Cloud' | 'Texting' | 'Vendor'

/** An event that the dashboard counts. */
export interface ActivityEvent {
  agencyId: number
  category: ActivityCategory
  /** 1 for an addition, -1 for its reversal. */
  change: 1 | -1
  at: Date
}

/** Appends an event in the transaction of the change; in db/, because its modules may not import each other. */
export async function appendActivityEvent(
  tx: Tx,
  { agencyId, category, change, at }: ActivityEvent,
): Promise<void> {
  await tx.insertInto('activity_event').values({ agency_id: agencyId, category, change, at }).execute()
}
