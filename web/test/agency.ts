import type { AgencyConfig } from '@agency-support/contract/modules/agencies'

/** An agency as its screen has read it. */
export const agency: AgencyConfig = {
  agencyId: 6938,
  name: 'Smith Insurance',
  poolId: 3,
  regionId: 1,
  isOnline: false,
  storageMode: 0,
  status: 2,
  flags: 1,
  versionDisplay: '5.4.2',
  onboardingStatus: 7,
  domains: 1,
  agencyType: 0,
  folderCompliance: [],
  timeZoneId: 'America/Chicago',
  version: 1,
}
