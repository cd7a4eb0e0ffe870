import { liveOnboarding, onboardingStatuses } from '@agency-support/contract/rules/agency-facts'
import { agencyName } from './names.ts'
import { SeededRandom } from '../random.ts'

/** A demo agency. */
export interface DemoAgency {
  agencyId: number
  name: string
  versionDisplay: string
  isOnline: boolean
  regionId: number
  poolId: number
  status: number
  storageMode: number
  agencyType: number
  onboardingStatus: number
  domains: number
  timeZoneId: string
}

const onlineType = 3
const notSetUp = 911

/** Time zones by region: Northwest, Southwest, Central, East. */
const zonesOfRegion = [
  ['America/Los_Angeles', 'America/Denver', 'America/Anchorage'],
  ['America/Phoenix', 'America/Los_Angeles', 'America/Denver', 'Pacific/Honolulu'],
  ['America/Chicago'],
  ['America/New_York'],
] as const

/** Agencies named by id in documents and tests; they come first. */
const wellKnown: readonly (Partial<DemoAgency> & Pick<DemoAgency, 'agencyId' | 'name'>)[] = [
  {
    agencyId: 6938,
    name: 'Smith Insurance',
    versionDisplay: '5.4.2',
    isOnline: false,
    regionId: 2,
    poolId: 3,
    status: 2,
  },
  { agencyId: 8951, name: 'Lee Agency Group', isOnline: false, status: 2 },
  { agencyId: 13141, name: 'Cascade & Columbia Insurance', isOnline: false, regionId: 0, status: 2 },
  { agencyId: 6866, name: "O'Brien Family Insurance", isOnline: false, regionId: 3, status: 2 },
  { agencyId: 12345, name: 'Beacon Online Insurance', isOnline: true, status: 2 },
  { agencyId: 90000001, name: 'Test Agency for Resets', isOnline: false, status: 2 },
  { agencyId: 99999103, name: 'Pilot Agency East', isOnline: false, regionId: 3, status: 2 },
  { agencyId: 99999104, name: 'Pilot Agency Central', isOnline: false, regionId: 2, status: 2 },
  { agencyId: 99999111, name: 'Pilot Agency Northwest', isOnline: true, regionId: 0, status: 2 },
  { agencyId: 99999808, name: 'Pilot Agency Southwest', isOnline: false, regionId: 1, status: 1 },
  {
    agencyId: 20001,
    name: 'The Peñaranda, Østergaard, Featherstonehaugh & Wolfeschlegelsteinhausen Insurance Agency LLC of Ohio',
    isOnline: false,
  },
  { agencyId: 20002, name: '', isOnline: false, status: 0, onboardingStatus: notSetUp },
  { agencyId: 20003, name: '東京海上保険代理店', isOnline: true },
  { agencyId: 20004, name: 'Agencia de Seguros Núñez, Peña y Asociados', isOnline: false, regionId: 1 },
]

export const wellKnownCount = wellKnown.length

/** The demo agencies, the same for the same seed; a larger count only appends. */
export function* demoAgencies(count: number, seed: number): Generator<DemoAgency> {
  const random = new SeededRandom(seed)
  const taken = new Set(wellKnown.map(({ agencyId }) => agencyId))
  for (const fixed of wellKnown.slice(0, count)) yield { ...madeUp(random, fixed), ...fixed }
  for (let made = wellKnown.length; made < count; made += 1) {
    const agencyId = freeId(random, taken)
    taken.add(agencyId)
    yield madeUp(random, { agencyId, name: agencyName(random) })
  }
}

// Most ids are short, because the oldest agencies have the lowest; test agencies start at 90000000.
function freeId(random: SeededRandom, taken: ReadonlySet<number>): number {
  for (;;) {
    const max = random.chance(0.7) ? 199_999 : 9_999_999
    const agencyId = random.whole(1_000, max)
    if (!taken.has(agencyId)) return agencyId
  }
}

function madeUp(
  random: SeededRandom,
  given: Partial<DemoAgency> & Pick<DemoAgency, 'agencyId' | 'name'>,
): DemoAgency {
  const isOnline = given.isOnline ?? random.chance(0.15)
  const regionId = given.regionId ?? random.whole(0, zonesOfRegion.length - 1)
  const status = given.status ?? pickStatus(random)
  return {
    agencyId: given.agencyId,
    name: given.name,
    versionDisplay: isOnline ? 'HS 6' : pickVersion(random),
    isOnline,
    regionId,
    poolId: random.whole(1, 12),
    status,
    storageMode: random.chance(0.8) ? 1 : random.pick([0, 2]),
    agencyType: pickType(random, isOnline),
    onboardingStatus: pickOnboarding(random, status),
    domains: random.chance(0.6) ? random.whole(1, 7) : 0,
    timeZoneId: random.pick(zonesOfRegion[regionId] ?? zonesOfRegion[2]),
  }
}

/** Local Install, Kotter, and sometimes one of the two kinds of Opus. */
function pickType(random: SeededRandom, isOnline: boolean): number {
  if (isOnline) return onlineType
  const share = random.next()
  if (share < 0.9) return share < 0.45 ? 0 : 1
  return share < 0.95 ? 2 : 4
}

function pickVersion(random: SeededRandom): string {
  const major = random.chance(0.7) ? 5 : 4
  return `${major}.${random.whole(0, major === 5 ? 4 : 9)}.${random.whole(0, 9)}`
}

function pickStatus(random: SeededRandom): number {
  const share = random.next()
  if (share < 0.86) return 2
  if (share < 0.93) return 1
  return random.pick([0, 3, 3, 4, 4, 5])
}

/** Online agencies are Live; others are at some step, or were never set up. */
function pickOnboarding(random: SeededRandom, status: number): number {
  if (status === 0) return notSetUp
  if (status === 1) return random.pick(onboardingStatuses).id
  return random.chance(0.95) ? liveOnboarding : random.pick([4, 5, 6, notSetUp])
}
