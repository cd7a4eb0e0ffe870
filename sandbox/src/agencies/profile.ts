import { toZoneClock } from '@agency-support/contract/rules/zone-clock'
import { SeededRandom } from '../random.ts'

/** Condition of an agency's machine: most are steady; some are slow, off, full, or fail to sync. */
export const machineConditions = ['steady', 'slow', 'offline', 'diskFull', 'syncErrors'] as const
export type MachineCondition = (typeof machineConditions)[number]

/** The agency's demo data. */
export interface AgencyFacts {
  agencyId: number
  versionDisplay: string
  isOnline: boolean
  timeZoneId: string
  status: number
}

/** Everything derived from an agency's id, the same in every run. */
export interface Profile extends AgencyFacts {
  condition: MachineCondition
  /** The agency's machines, the one with the software first. */
  hosts: readonly string[]
  /** Number of clients. */
  clients: number
  /** Number of users. */
  people: number
  /** Activity relative to the average: half to double. */
  bustle: number
  /** Path of its client data, as in its multifolder token. */
  hawPath: string
  clientPath: string
}

/** Agencies named in documents and tests. */
const wellKnown: ReadonlyMap<number, Partial<Pick<Profile, 'condition' | 'clients' | 'people'>>> = new Map([
  [6938, { condition: 'steady', clients: 1_842, people: 14 }],
  [8951, { condition: 'slow', clients: 3_120 }],
  [13141, { condition: 'syncErrors', clients: 2_415, people: 31 }],
  [6866, { condition: 'diskFull' }],
  [12345, { condition: 'steady', people: 12 }],
  [99999103, { condition: 'steady' }],
  [99999104, { condition: 'offline' }],
  [99999111, { condition: 'steady', people: 9 }],
])

/** Statuses in which an agency uses its software: Onboarding to Retention. */
const inUse: ReadonlySet<number> = new Set([1, 2, 3, 4])

const maxPeople = 40
const dayMs = 86_400_000

const hostStems = ['SRV', 'FRONTDESK', 'OFFICE', 'RECEPTION', 'ACCOUNTING', 'LAPTOP', 'OWNER', 'CLAIMS', 'WS']

/** A random source for one aspect of one agency, independent of all others. */
export function seededRandomFor(agencyId: number, aspect: string): SeededRandom {
  // FNV-1a: similar ids must not give similar seeds.
  let hash = 0x811c9dc5
  for (const character of `${aspect}/${agencyId}`)
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return new SeededRandom(hash)
}

/** The profile of an agency. */
export function getProfile(facts: AgencyFacts): Profile {
  const random = seededRandomFor(facts.agencyId, 'personality')
  const condition = pickCondition(random.next())
  const prefix = random.pick(['AG', 'INS', 'HQ', 'MAIN', 'NT'])
  const count = random.whole(2, 9)
  const hosts = Array.from({ length: count }, (_, at) =>
    at === 0 ? `${prefix}-SERVER` : `${prefix}-${random.pick(hostStems)}${at}`,
  )
  const drive = random.pick(['C', 'D', 'D', 'E', 'H'])
  const madeUp = {
    condition,
    clients: random.whole(120, random.chance(0.2) ? 9_000 : 2_500),
    people: random.whole(3, random.chance(0.15) ? maxPeople : 14),
    bustle: 0.5 + 1.5 * random.next(),
  }
  return {
    ...facts,
    ...madeUp,
    ...wellKnown.get(facts.agencyId),
    // Agencies that do not use the software yet, or no longer, are switched off.
    ...(inUse.has(facts.status) ? {} : { condition: 'offline' as const }),
    hosts,
    hawPath: `${drive}:\\Agency\\CMS`,
    clientPath: `\\\\${prefix}-SERVER\\Agency\\Clients`,
  }
}

function pickCondition(share: number): MachineCondition {
  if (share < 0.1) return 'offline'
  if (share < 0.16) return 'slow'
  if (share < 0.21) return 'diskFull'
  return share < 0.29 ? 'syncErrors' : 'steady'
}

/** A random 8-digit client id of an agency. */
export function pickClientId(random: SeededRandom, profile: Profile): string {
  return String(random.whole(1, profile.clients)).padStart(8, '0')
}

/** Activity at an agency at this time: 1 in office hours, less in the evening, almost none at night. */
export function activityAt(at: Date, timeZoneId: string): number {
  if (isWeekend(at, timeZoneId)) return 0.25
  const hour = toZoneClock(at, timeZoneId).getUTCHours()
  if (hour >= 8 && hour < 18) return 1
  return hour >= 6 && hour < 22 ? 0.3 : 0.05
}

/** So many times in the days before `until`, mostly in the agency's office hours. */
export function pickTimes(
  random: SeededRandom,
  { timeZoneId }: Profile,
  { until, days, count }: { until: Date; days: number; count: number },
): Date[] {
  const times: Date[] = []
  while (times.length < count) {
    const at = new Date(until.getTime() - Math.ceil(random.next() * days * dayMs))
    if (random.chance(activityAt(at, timeZoneId))) times.push(at)
  }
  return times
}

/** True on Saturdays and Sundays at the agency. */
export function isWeekend(at: Date, timeZoneId: string): boolean {
  return [0, 6].includes(toZoneClock(at, timeZoneId).getUTCDay())
}

/** Start of the local day at the agency. */
export function localMidnight(at: Date, timeZoneId: string): Date {
  const clock = toZoneClock(at, timeZoneId)
  const sinceMinutes = clock.getUTCHours() * 60 + clock.getUTCMinutes()
  return new Date((Math.floor(at.getTime() / 60_000) - sinceMinutes) * 60_000)
}
