import { AgencyDomain } from './agency-files.ts'

/** Onboarding statuses with their meanings (spec-000 §4); an agency without one counts as 911 (B-18). */
export const onboardingStatuses = [
  {
    id: 0,
    name: 'Pending Cloud Sync',
    meaning: 'Waiting for the agency to run the first sync in the cloud manager.',
  },
  { id: 1, name: 'Cloud Manager Uploading', meaning: 'Content is being uploaded.' },
  { id: 2, name: 'Cloud Manager Uploaded', meaning: 'The cloud is preparing to validate and sync.' },
  { id: 3, name: 'Synchronizing', meaning: 'Data is being analysed.' },
  { id: 4, name: 'Synchronized', meaning: 'Once issues are resolved, data goes to the other systems.' },
  {
    id: 5,
    name: 'Loading Domains',
    meaning: 'Search, reporting, texting and vendor API are being prepared.',
  },
  { id: 6, name: 'Loaded Domains', meaning: 'Final preparation.' },
  { id: 7, name: 'Live', meaning: 'All systems operational.' },
  {
    id: 911,
    name: 'Not Setup',
    meaning: 'Not set up in the directory and not processed; contact engineering.',
  },
] as const

/** The onboarding status of an agency whose systems are all operational. */
export const liveOnboarding = 7

/** The largest agency type: 0 Local Install, 1 Kotter, 3 Cloud Agency, all others Opus. */
export const maxAgencyType = 32_767

/** The largest number of a storage pool. */
export const maxPool = 9_999

/** The systems besides Data Sync that an agency can use, each a bit of its domains. */
export const systems = [
  ['search', 'Search'],
  ['texting', 'Texting'],
  ['vendor', 'Vendor'],
] as const

/** Names of the systems that an agency uses besides Data Sync. */
export function domainNames(domains: number): string {
  const used = systems.flatMap(([name, label]) => ((domains & AgencyDomain[name]) === 0 ? [] : [label]))
  return used.length === 0 ? 'None' : used.join(', ')
}

/** All bits of an agency's domains. */
export const allDomains = AgencyDomain.search | AgencyDomain.texting | AgencyDomain.vendor

/** True for 0 to 7 and 911. */
export function isOnboardingStatus(value: number): boolean {
  return onboardingStatuses.some(({ id }) => id === value)
}

/** The IANA time zone with this name in any case, correctly spelled; undefined for anything else. */
export function parseTimeZone(name: string): string | undefined {
  // Excludes offsets such as +01:00, which are valid zones but belong to no place all year.
  if (!/^[A-Za-z][\w+/-]{0,59}$/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
