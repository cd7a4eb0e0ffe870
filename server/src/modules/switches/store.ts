import type { ReadDb, Tx } from '../../db/open.ts'

/** All feature switches by name. */
export function listSwitches(db: ReadDb | Tx): Promise<{ name: string; enabled: boolean }[]> {
  return db.selectFrom('feature_switch').select(['name', 'enabled']).orderBy('name').execute()
}

/** A switch, locked until the transaction ends; undefined if unknown. */
export function lockSwitch(tx: Tx, name: string): Promise<{ enabled: boolean } | undefined> {
  return tx
    .selectFrom('feature_switch')
    .select('enabled')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
}

/** Turns a switch on or off and increments its version. */
export async function updateSwitch(tx: Tx, name: string, enabled: boolean): Promise<void> {
  await tx
    .updateTable('feature_switch')
    .set((eb) => ({ enabled, version: eb('version', '+', 1) }))
    .where('name', '=', name)
    .execute()
}
