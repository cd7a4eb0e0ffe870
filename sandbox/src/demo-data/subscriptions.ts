import {
  listReportedProducts,
  type NewOptInEvent,
  type NewSubscriptionEvent,
  recordHistory,
} from '@agency-support/server/modules/marketplace/public'
import { withDatabase } from '@agency-support/server/db/open'
import { type AgencyUser, getUsers } from '../agencies/people.ts'
import { getProfile } from '../agencies/profile.ts'
import { SeededRandom } from '../random.ts'
import { type DemoAgency, demoAgencies } from './agencies.ts'
import { plain } from './names.ts'
import { demoSeed } from './seed.ts'

const dayMs = 86_400_000
/** Length of the history. */
const days = 730
/** Agencies that use the marketplace; the first of the demo data. */
const interested = 600

interface History {
  subscriptions: NewSubscriptionEvent[]
  optIns: NewOptInEvent[]
}

/** A time in office hours of a working day, this many days before `now`. */
export function workingHour(random: SeededRandom, now: Date, daysAgo: number): Date {
  const at = new Date(now.getTime() - daysAgo * dayMs)
  const weekday = at.getUTCDay()
  const shifted = weekday === 0 ? 1 : weekday === 6 ? -1 : 0
  at.setUTCDate(at.getUTCDate() + shifted)
  at.setUTCHours(random.whole(14, 22), random.whole(0, 59), random.whole(0, 59), 0)
  return at > now ? new Date(at.getTime() - 7 * dayMs) : at
}

/** Two years of events for these products: trials, purchases, cancellations and opt-ins. */
export function demoSubscriptions(
  agencies: readonly DemoAgency[],
  productIds: readonly number[],
  now: Date,
): History {
  const random = new SeededRandom(demoSeed)
  const history: History = { subscriptions: [], optIns: [] }
  const asking = agencies.flatMap((agency) => {
    const [user] = getUsers(getProfile(agency))
    return user === undefined ? [] : [{ agencyId: agency.agencyId, user }]
  })
  for (const productId of productIds) {
    // Some products are more popular than others.
    const liking = 0.08 + 0.3 * random.next()
    for (const { agencyId, user } of asking)
      if (random.chance(liking)) addHistory(history, random, { place: { agencyId, productId }, user, now })
  }
  return history
}

function addHistory(
  { subscriptions, optIns }: History,
  random: SeededRandom,
  { place, user, now }: { place: { agencyId: number; productId: number }; user: AgencyUser; now: Date },
): void {
  const { username: initials, firstName, lastName } = user
  const by = `${plain(firstName)}.${plain(lastName)}@agency-${place.agencyId}.test`
  let daysAgo = Math.ceil(days * random.next() ** 1.4)
  const addEvent = (eventCode: NewSubscriptionEvent['eventCode']): void => {
    subscriptions.push({ ...place, at: workingHour(random, now, daysAgo), eventCode, by })
  }
  if (random.chance(0.7)) {
    const person = { initials, name: `${firstName} ${lastName}` }
    optIns.push({ ...place, at: workingHour(random, now, daysAgo), change: 1, ...person })
    const later = daysAgo - random.whole(30, 300)
    if (later > 0 && random.chance(0.1))
      optIns.push({ ...place, at: workingHour(random, now, later), change: -1, ...person })
  }
  if (random.chance(0.4)) {
    addEvent(2)
    daysAgo -= 30
    if (daysAgo <= 0) return
    addEvent(3)
    if (random.chance(0.35)) return
  }
  addEvent(0)
  daysAgo -= random.whole(45, 500)
  if (daysAgo > 0 && random.chance(0.45)) addEvent(1)
}

/**
 * Gives all marketplace products two years of history at the first agencies, except those with running software,
 * which reports its own.
 */
export async function fillSubscriptions(
  databaseUrl: string,
  { agencies, alive }: { agencies: number; alive: number },
  now: Date,
): Promise<void> {
  await withDatabase(databaseUrl, async (db) => {
    const products = (await listReportedProducts(db.read)).filter(({ keyId }) => keyId === 0)
    const productIds = products.map(({ productId }) => productId)
    const silent = [...demoAgencies(Math.min(agencies, interested), demoSeed)].slice(alive)
    if (productIds.length === 0 || silent.length === 0) return
    const history = demoSubscriptions(silent, productIds, now)
    await db.write.transaction().execute((tx) => recordHistory(tx, history))
  })
}
