import type { ClientIn } from '@agency-support/contract/call'
import type { marketplace } from '@agency-support/contract/modules/marketplace'
import { type AgencyUser, type Person, toEmail } from './people.ts'
import { type Profile, seededRandomFor } from './profile.ts'

/** The marketplace events of an agency's software. */
export type MarketplaceEvents = ClientIn<typeof marketplace.report>['events']
type Event = MarketplaceEvents[number]

/** A product that agencies can subscribe to. */
export interface OfferedProduct {
  id: number
  name: string
}

const minuteMs = 60_000
const day = 24 * 60 * minuteMs

/** A person requests a code valid for this many minutes. */
function register(person: Person, profile: Profile, at: number, minutes: number): Event {
  const code = seededRandomFor(profile.agencyId, `code/${person.username}/${at}`).whole(100_000, 999_999)
  return {
    kind: 'registered',
    id: `registered-${person.username}-${at}`,
    at: new Date(at).toISOString(),
    initials: person.username,
    email: toEmail(person, profile.agencyId),
    confirmationCode: String(code),
    codeExpiration: new Date(at + minutes * minuteMs).toISOString(),
  }
}

function confirm(person: Person, profile: Profile, at: number): Event {
  return {
    kind: 'confirmed',
    id: `confirmed-${person.username}-${at}`,
    at: new Date(at).toISOString(),
    initials: person.username,
    email: toEmail(person, profile.agencyId),
  }
}

/** Past registrations: most confirmed, some expired, and a few pending. */
function pastRegistrations(profile: Profile, users: readonly AgencyUser[], midnight: number): Event[] {
  const random = seededRandomFor(profile.agencyId, 'registrations')
  const asking = users.filter(({ status }) => status === 0).slice(0, 12)
  return asking.flatMap((user, at) => {
    // The first three cover the three states, if there are enough people.
    const state = at < 3 ? at : random.whole(0, 5)
    if (state === 5) return []
    const asked = midnight - random.whole(2, 700) * day + random.whole(9 * 60, 17 * 60) * minuteMs
    if (state === 1) return [register(user, profile, asked, 15)]
    // A code sent by letter.
    if (state === 2) return [register(user, profile, midnight - day, 30 * 24 * 60)]
    return [register(user, profile, asked, 15), confirm(user, profile, asked + 4 * minuteMs)]
  })
}

type Turn = 'purchase' | 'cancellation' | 'trialStart' | 'trialEnd'

function turn(kind: Turn, product: OfferedProduct, person: Person, at: number): Event {
  const id = `${kind}-${product.id}-${at}`
  return { kind, id, at: new Date(at).toISOString(), productId: product.id, initials: person.username }
}

function optIn(kind: 'optedIn' | 'optedOut', product: OfferedProduct, person: Person, at: number): Event {
  return {
    kind,
    id: `${kind}-${product.id}-${at}`,
    at: new Date(at).toISOString(),
    productId: product.id,
    initials: person.username,
    name: `${person.firstName} ${person.lastName}`,
  }
}

/** An agency's history with a product over two years. */
function pastOfProduct(
  profile: Profile,
  product: OfferedProduct,
  users: readonly AgencyUser[],
  midnight: number,
): Event[] {
  const random = seededRandomFor(profile.agencyId, `product/${product.name}`)
  const person = random.pick(users)
  if (!random.chance(0.45)) return []
  let at = midnight - random.whole(60, 730) * day + random.whole(9 * 60, 17 * 60) * minuteMs
  const events: Event[] = []
  const then = (event: Event, days: number): void => {
    events.push(event)
    at += days * day
  }
  if (random.chance(0.4)) {
    then(turn('trialStart', product, person, at), 14)
    then(turn('trialEnd', product, person, at), 1)
  }
  if (random.chance(0.6)) then(optIn('optedIn', product, person, at), 0)
  // Some only tried it.
  if (events.length > 1 && random.chance(0.3)) return events
  then(turn('purchase', product, person, at), random.whole(20, 300))
  if (at < midnight && random.chance(0.35)) {
    then(turn('cancellation', product, person, at), 0)
    if (random.chance(0.3)) events.push(optIn('optedOut', product, person, at + minuteMs))
  }
  return events.filter((event) => Date.parse(event.at) < midnight)
}

/** The events from before the sandbox was first started, the same in every run of a day. */
export function pastMarketplace(
  profile: Profile,
  users: readonly AgencyUser[],
  products: readonly OfferedProduct[],
  today: Date,
): MarketplaceEvents {
  const midnight = Math.floor(today.getTime() / day) * day
  return [
    ...pastRegistrations(profile, users, midnight),
    ...products.flatMap((product) => pastOfProduct(profile, product, users, midnight)),
  ]
}

/** A current event: a registration, or a product bought, cancelled or opted in to. */
export function marketplaceAt(
  profile: Profile,
  users: readonly AgencyUser[],
  products: readonly OfferedProduct[],
  now: Date,
): MarketplaceEvents {
  const at = now.getTime()
  const random = seededRandomFor(profile.agencyId, `marketplace/${at}`)
  const person = random.pick(users)
  if (products.length === 0 || random.chance(0.4)) {
    const asked = register(person, profile, at - 3 * minuteMs, 15)
    return random.chance(0.7) ? [asked, confirm(person, profile, at)] : [asked]
  }
  const product = random.pick(products)
  if (random.chance(0.4)) return [optIn('optedIn', product, person, at)]
  const kind = random.pick(['purchase', 'purchase', 'trialStart', 'cancellation'] as const)
  return [turn(kind, product, person, at)]
}
