import type { Tx } from './open.ts'

/** What the product activity dashboard counts. */
export type ActivityCategory = 'Registration' | 'Cloud' | 'Texting' | 'Vendor'

/** Something that the dashboard counts. */
export interface ActivityEvent {
  agencyId: number
  category: ActivityCategory
  /** 1 an addition, -1 one undone. */
  change: 1 | -1
  at: Date
}

/** Appends it in the transaction of the change itself; here, as agencies and the marketplace may not know each other. */
export async function appendActivityEvent(
  tx: Tx,
  { agencyId, category, change, at }: ActivityEvent,
): Promise<void> {
  await tx.insertInto('activity_event').values({ agency_id: agencyId, category, change, at }).execute()
}
