import type { AgencyConfig, AgencyListItem } from '@agency-support/contract/modules/agencies'
import { toFlags } from '@agency-support/contract/rules/agencies'
import type { FoundRow } from './found-store.ts'
import type { AgencyRow, ListedColumn } from './store.ts'

/** An agency as the detail area receives it. */
export function configView(row: AgencyRow): AgencyConfig {
  return {
    agencyId: row.agency_id,
    name: row.name,
    poolId: row.pool_id,
    regionId: row.region_id,
    isOnline: row.is_online,
    storageMode: row.storage_mode,
    status: row.status,
    flags: toFlags(row.status),
    versionDisplay: row.version_display,
    onboardingStatus: row.onboarding_status,
    domains: row.domains,
    agencyType: row.agency_type,
    folderCompliance: row.folder_compliance,
    timeZoneId: row.time_zone_id,
    version: row.version,
  }
}

/** The same fields by column, for the list, whose JSON the database writes. */
export const configColumns: Record<keyof AgencyConfig, ListedColumn> = {
  agencyId: 'agency_id',
  name: 'name',
  poolId: 'pool_id',
  regionId: 'region_id',
  isOnline: 'is_online',
  storageMode: 'storage_mode',
  status: 'status',
  flags: 'flags',
  versionDisplay: 'version_display',
  onboardingStatus: 'onboarding_status',
  domains: 'domains',
  agencyType: 'agency_type',
  folderCompliance: 'folder_compliance',
  timeZoneId: 'time_zone_id',
  version: 'version',
}

/** A found agency as the search list receives it. */
export function listItemView(row: FoundRow): AgencyListItem {
  return {
    agencyId: row.agency_id,
    name: row.name,
    versionDisplay: row.version_display,
    isCloud: row.is_online,
    status: row.status,
    regionId: row.region_id,
    mainContact: row.main_contact,
  }
}
