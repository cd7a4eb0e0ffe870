import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'

const columns = [
  'initials',
  'email',
  'code',
  'code_expires_at',
  'confirmed',
] as const satisfies readonly Column<'marketplace_registration'>[]

/** A registration that was not removed. */
export type RegistrationRow = Row<'marketplace_registration', (typeof columns)[number]>

const listSql = statement<[agencyId: number], RegistrationRow>(
  'list_marketplace_registrations',
  `select ${columns.join(', ')} from marketplace_registration
where agency_id = $1 and removed_at is null order by initials`,
)

/** The registrations of an agency, by initials. */
export function listRegistrations(db: ReadDb, agencyId: number): Promise<RegistrationRow[]> {
  return query(db, listSql, [agencyId])
}

const lockSql = statement<[agencyId: number, initials: string], Row<'marketplace_registration'>>(
  'lock_marketplace_registration',
  'select * from marketplace_registration where agency_id = $1 and initials = $2 for update',
)

/** The registration of these initials, even if it was removed, locked; undefined without one. */
export async function lockRegistration(
  tx: Tx,
  agencyId: number,
  initials: string,
): Promise<Row<'marketplace_registration'> | undefined> {
  const [row] = await query(tx, lockSql, [agencyId, initials])
  return row
}

/** A registration after an event. */
export type ReportedRegistration = RegistrationRow & Pick<Row<'marketplace_registration'>, 'changed_at'>

/** Saves the registration that results from an event; a removed one is restored. */
export async function saveRegistration(tx: Tx, agencyId: number, row: ReportedRegistration): Promise<void> {
  const anew = { ...row, removed_at: null, extended_by: null, extended_at: null }
  await tx
    .insertInto('marketplace_registration')
    .values({ agency_id: agencyId, ...anew })
    .onConflict((on) => on.columns(['agency_id', 'initials']).doUpdateSet(anew))
    .execute()
}

/** Makes the code of a registration valid until an instant. */
export function extendRegistration(
  tx: Tx,
  given: { agencyId: number; initials: string; until: Date; by: string; at: Date },
): Promise<RegistrationRow> {
  const { agencyId, initials, until, by, at } = given
  return tx
    .updateTable('marketplace_registration')
    .set({ code_expires_at: until, extended_by: by, extended_at: at })
    .where('agency_id', '=', agencyId)
    .where('initials', '=', initials)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Removes registrations: those of these initials, or all if empty. */
export function removeRegistrations(
  tx: Tx,
  { agencyId, initials, at }: { agencyId: number; initials: string; at: Date },
): Promise<Pick<RegistrationRow, 'initials' | 'confirmed'>[]> {
  const removing = tx
    .updateTable('marketplace_registration')
    .set({ removed_at: at, code: '' })
    .where('agency_id', '=', agencyId)
    .where('removed_at', 'is', null)
  const chosen = initials === '' ? removing : removing.where('initials', '=', initials)
  return chosen.returning(['initials', 'confirmed']).execute()
}
