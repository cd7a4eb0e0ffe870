import type { OpenDatabase } from '../src/db/open.ts'

/** A user as an agency's software reports it. */
export const ann = {
  username: 'ABC',
  firstName: 'Ann',
  lastName: 'Brown',
  online: true,
  status: 0,
  userFlags: 8,
  agencyPermissions: [10, 11],
  emailVerified: false,
}
export const locked = { ...ann, username: 'LCK', firstName: 'Lou', lastName: 'Key', status: 2 }

/** The journal's rows of an agency with this event, oldest first. */
export const readRows = ({ read }: Pick<OpenDatabase, 'read'>, agencyId: number, event: string) =>
  read
    .selectFrom('journal')
    .select(['actor_kind', 'actor', 'subject', 'before', 'after'])
    .where('agency_id', '=', agencyId)
    .where('event', '=', event)
    .orderBy('seq')
    .execute()
