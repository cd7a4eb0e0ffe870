import { type Judged, readEntries } from '@agency-support/contract/entries'
import { ReportedFolders } from '@agency-support/contract/modules/agency-file-formats'
import type { Hosting } from '@agency-support/contract/rules/hosting-environment'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { StorageOf } from '../../providers/object-store.ts'
import { storageIn } from './to-storage.ts'
import { findAgency, findNames, replaceFolders } from './store.ts'

/**
 * Saves what an agency's software reported about its folders, each judged separately; returns what was ignored. If
 * something changed, the caller appends `agencies.foldersReported`, so that open screens refetch.
 */
export async function keepFolderCompliance(
  tx: Tx,
  agencyId: number,
  reported: unknown,
): Promise<{ hasChanged: boolean; judged: readonly Judged[] }> {
  if (reported === undefined || reported === null) return { hasChanged: false, judged: [] }
  const { list, judged } = readEntries('folders', ReportedFolders, reported)
  return { hasChanged: list !== undefined && (await replaceFolders(tx, agencyId, list)), judged }
}

/** The name of an agency; undefined if it does not exist. */
export async function readAgencyName(db: ReadDb, agencyId: number): Promise<string | undefined> {
  return (await findAgency(db, agencyId))?.name
}

/** The version of an agency's software; undefined if the agency does not exist. */
export async function readVersionDisplay(db: ReadDb, agencyId: number): Promise<string | undefined> {
  return (await findAgency(db, agencyId))?.version_display
}

/** The names of these agencies by id; ids that do not exist are left out. */
export async function readAgencyNames(
  db: ReadDb,
  agencyIds: readonly number[],
): Promise<{ agencyId: number; name: string }[]> {
  const rows = await findNames(db, agencyIds)
  return rows.map(({ agency_id: agencyId, name }) => ({ agencyId, name }))
}

/** The settings that determine where an agency's files go. Throws for an unknown agency. */
export async function readStorage(db: ReadDb, agencyId: number): Promise<StorageOf> {
  const row = await findAgency(db, agencyId)
  if (row === undefined) throw new Error(`no agency ${agencyId}`)
  return storageIn(row)
}

/** The settings that determine the hosting environment of an agency's users. Throws for an unknown agency. */
export async function readHosting(db: ReadDb | Tx, agencyId: number): Promise<Hosting> {
  const row = await findAgency(db, agencyId)
  if (row === undefined) throw new Error(`no agency ${agencyId}`)
  return { agencyType: row.agency_type, regionId: row.region_id }
}
