import type { ReadDb } from '../../db/open.ts'

/** All feature switches by name. */
export function listSwitches(db: ReadDb): Promise<{ name: string; enabled: boolean }[]> {
  return db.selectFrom('feature_switch').select(['name', 'enabled']).orderBy('name').execute()
}
