import type { ClientIn } from '@agency-support/contract/call'
import type { certificates } from '@agency-support/contract/modules/certificates'
import { family, plain } from '../demo-data/names.ts'
import type { SeededRandom } from '../random.ts'
import type { AgencyUser } from './people.ts'
import { pickClientId, type Profile, seededRandomFor } from './profile.ts'

export type CertificateEvent = ClientIn<typeof certificates.report>['events'][number]
type Published = Extract<CertificateEvent, { kind: 'published' }>

const day = 86_400_000

/** Number of clients with a certificate at the documented agencies; one has none, although it was a pilot. */
const wellKnown: ReadonlyMap<number, number> = new Map([
  [6938, 38],
  [8951, 3],
  [13141, 0],
  [20003, 24],
])
/** An agency whose clients are Japanese. */
const japanese = 20003

const firstNames = `Ann Bill Chris Dee Ed Fay Grace Hugo Iris Jorge Renée Søren`.split(' ')
const japaneseNames = ['山田 太郎', '佐藤 花子', '髙橋 一郎', '渡邉 さくら', '𠮷野 健', 'ヤマト運輸株式会社']
const companies = ['Farms', 'Roofing', 'Trucking', 'Dental', 'Builders, LLC', 'Orchards & Sons']
const carriers = [
  'Mutual of Enumclaw',
  'Safeco',
  'Travelers',
  'Progressive',
  'Liberty Mutual',
  '東京海上日動',
]
const kinds = ['PA', 'HO', 'GL', 'CA', 'WC']
const holders = [
  'First National Bank',
  'City of Springfield',
  'Prairie Leasing',
  'Summit Property Management',
]
const streets = ['Main Street', 'Harbor Avenue', 'Route 9', 'Commerce Park Drive']
const towns = ['Springfield, IL 62701', 'Boise, ID 83702', 'Tacoma, WA 98402', 'Salem, OR 97301']

/** The certificate events of an agency, the same in every run of a day; empty if it has none. */
export function certificateEvents(
  profile: Profile,
  users: readonly AgencyUser[],
  today: Date,
): CertificateEvent[] {
  const { agencyId, clients } = profile
  const random = seededRandomFor(agencyId, 'certificates')
  const madeUp = random.chance(0.35) ? random.whole(1, 60) : 0
  const count = Math.min(wellKnown.get(agencyId) ?? madeUp, Math.floor(clients / 2))
  // Starts with the client ids that a person would try first.
  const ids = new Set(['00000001', '00000002', '00000003'].slice(0, count))
  while (ids.size < count) ids.add(pickClientId(random, profile))
  return Array.from(ids).flatMap((clientId, at) => {
    const event = makePublished(random, { profile, users, today, clientId })
    const isWithdrawn = at > 2 && random.chance(0.08)
    return isWithdrawn ? [event, withdraw(event)] : [event]
  })
}

function withdraw({ clientId, at }: Published): CertificateEvent {
  const later = new Date(Date.parse(at) + 3_600_000).toISOString()
  return { kind: 'withdrawn', id: `withdrawn-${clientId}`, at: later, clientId }
}

function makePublished(
  random: SeededRandom,
  of: { profile: Profile; users: readonly AgencyUser[]; today: Date; clientId: string },
): Published {
  const { agencyId } = of.profile
  const midnight = Math.floor(of.today.getTime() / day) * day
  const at = new Date(midnight - random.whole(2, 420) * day + random.whole(15 * 60, 23 * 60) * 60_000)
  const by = random.pick(of.users)
  return {
    kind: 'published',
    id: `published-${of.clientId}`,
    at: at.toISOString(),
    clientId: of.clientId,
    name: clientName(random, agencyId),
    user: { email: `${plain(by.firstName)}.${plain(by.lastName)}@agency${agencyId}.example` },
    policies: Array.from({ length: random.whole(0, 7) }, () => makePolicy(random, midnight)),
    certificateHolders: Array.from({ length: random.whole(0, 8) }, (_, n) => makeHolder(random, n)),
  }
}

function clientName(random: SeededRandom, agencyId: number): string {
  if (agencyId === japanese || random.chance(0.08)) return random.pick(japaneseNames)
  const last = family(random)
  return random.chance(0.3) ? `${last} ${random.pick(companies)}` : `${random.pick(firstNames)} ${last}`
}

/** A policy of one year; some have expired. */
function makePolicy(random: SeededRandom, midnight: number): Published['policies'][number] {
  const from = new Date(midnight - random.whole(20, 420) * day)
  const to = new Date(from)
  to.setUTCFullYear(from.getUTCFullYear() + 1)
  const toDay = (at: Date): string => at.toISOString().slice(0, 10)
  return {
    policyNumber: `${random.pick(kinds)}${random.whole(1_000_000, 9_999_999)}`,
    carrier: random.pick(carriers),
    effectiveDate: toDay(from),
    expirationDate: toDay(to),
  }
}

function makeHolder(random: SeededRandom, at: number): Published['certificateHolders'][number] {
  const name = random.pick(holders)
  const suite = random.chance(0.3) ? `Suite ${random.whole(1, 90)}\n` : ''
  return {
    id: String(at + 1),
    name,
    address: `${suite}${random.whole(1, 4_000)} ${random.pick(streets)}\n${random.pick(towns)}`,
    email: random.chance(0.8) ? `certificates@${plain(name)}.example` : '',
    additionalInsured: random.chance(0.4),
  }
}
