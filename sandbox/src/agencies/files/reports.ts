import type { ConversionError } from '../conversion-errors.ts'
import type { AgencyUser } from '../people.ts'
import { type Profile, seededRandomFor } from '../profile.ts'
import { type AgencyFile, jsonFile } from './agency-file.ts'

/** The agency's config file: its users and the paths of its folders. */
export function configFile(profile: Profile, users: readonly AgencyUser[], now: Date): AgencyFile {
  const { agencyId, versionDisplay, hosts, hawPath, clientPath, timeZoneId } = profile
  return jsonFile(
    { kind: 'agencyConfig', name: 'agency-config.json', fileTimestamp: now },
    {
      agencyId,
      version: versionDisplay,
      timeZoneId,
      hosts,
      folders: { hawPath, clientPath },
      folderCompliance: folderCompliance(profile),
      users,
    },
  )
}

/** The compliance of each folder; a full disk shows in one of them. */
function folderCompliance({ agencyId, hawPath, clientPath, condition }: Profile): object[] {
  const isOpen = seededRandomFor(agencyId, 'folders').chance(0.2)
  const fine = { compliant: true, detail: '' }
  const full = { compliant: false, detail: 'Less than 1 % of the disk is free.' }
  const open = { compliant: false, detail: 'Everyone may write here.' }
  return [
    { folder: hawPath, ...fine },
    { folder: clientPath, ...(condition === 'diskFull' ? full : fine) },
    { folder: `${hawPath}\\Scans`, ...(isOpen ? open : fine) },
  ]
}

interface Counts {
  count: number
  active: number
  archived: number
}

/** The metrics file: client counts per location, with failures. */
export function metricsFile(profile: Profile, errors: readonly ConversionError[], now: Date): AgencyFile {
  const { agencyId, clients } = profile
  const random = seededRandomFor(agencyId, 'metrics')
  const active = Math.round(clients * (0.55 + 0.3 * random.next()))
  const here = { count: clients, active, archived: clients - active }
  const storage = share(here, errors.length === 0 ? 1 : 0.99)
  return jsonFile(
    { kind: 'agencyMetrics', name: 'agency-metrics.json', fileTimestamp: now },
    {
      agencyId,
      generated: now.toISOString(),
      totals: {
        0: {
          ...here,
          errors: errors.length,
          cmsMetricsCount: here.count,
          cmsMetricsArchivedCount: here.archived,
          storage,
          conversion: share(here, 1 - errors.length / Math.max(1, clients)),
        },
        // The stores differ only by what failed to sync.
        4: { ...share(here, errors.length === 0 ? 1 : 0.98), errors: errors.length },
        5: { ...share(here, errors.length === 0 ? 1 : 0.99), errors: 0 },
      },
    },
  )
}

function share({ active, archived }: Counts, part: number): Counts {
  const some = { active: Math.floor(active * part), archived: Math.floor(archived * part) }
  return { count: some.active + some.archived, ...some }
}

interface Token {
  timestamp: string
  cmsUser: string
  hawPath: string
  clientPath: string
}

/** The multifolder token file as of now; an agency with a full disk fails to renew it. */
export function multifolderFile(profile: Profile, users: readonly AgencyUser[], now: Date): AgencyFile {
  const { agencyId, hawPath, clientPath, condition } = profile
  const random = seededRandomFor(agencyId, 'multifolder')
  const cmsUser = users[0]?.username ?? ''
  const token = (at: Date): Token => ({ timestamp: at.toISOString(), cmsUser, hawPath, clientPath })
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const fails = condition === 'diskFull'
  const failedOnce = fails || random.chance(0.25)
  return jsonFile(
    { kind: 'agencyMultifolder', name: 'multifolder.json', fileTimestamp: now },
    {
      current: token(fails ? before(random.whole(2, 40)) : now),
      lastFailure: failedOnce ? token(fails ? now : before(random.whole(20, 900))) : null,
    },
  )
}
