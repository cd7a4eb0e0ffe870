import { createHash } from 'node:crypto'
import { SeededRandom } from '../../random.ts'

/** The back office's record of an agency, the same for the same id. */
export interface AgencyRecord {
  billing: Readonly<Record<string, string | number | null>>
  contacts: readonly {
    PersonId: number
    Name: string | null
    Initials: string | null
    Email: string | null
  }[]
  seats: {
    Total: number
    IsLocal: boolean
    HostingType: string | null
    Users: readonly SeatUser[]
  }
  license: string
}

interface SeatUser {
  Username: string
  FirstName: string
  LastName: string
  Email: string | null
}

const firstNames = [
  'Maria',
  'James',
  'Linda',
  'Robert',
  'Aisha',
  'David',
  'Grace',
  'Thomas',
  'Carla',
  'Henry',
] as const
const lastNames = [
  'Smith',
  'Nguyen',
  'Garcia',
  'Miller',
  "O'Brien",
  'Kowalski',
  'Lee',
  'Okafor',
  'Brown',
  'Diaz',
] as const
const plans = ['Standard', 'Professional', 'Enterprise', 'Legacy'] as const
const frequencies = ['Monthly', 'Quarterly', 'Annually'] as const
const methods = ['ACH', 'Credit Card', 'Check', 'Invoice'] as const
const hostings = ['Local', 'Kotter', 'Opus West', 'Opus East', 'Cloud'] as const
// Indexed by their keys, from 1: 3 is e-signature and 5 texting everywhere.
const products = [
  'Agency Management',
  'Rating',
  'E-Signature',
  'Accounting',
  'Texting',
  'Certificates',
] as const

/** One agency in ten has missing data, as in reality. */
const gapShare = 0.1

/** The first contact of an agency. */
export function getMainContact(agencyId: number): string {
  return makeRecord(agencyId).contacts[0]?.Name ?? ''
}

/** The record of any agency id. */
export function makeRecord(agencyId: number): AgencyRecord {
  const random = new SeededRandom(Math.imul(agencyId, 2_654_435_761))
  const hasGaps = random.chance(gapShare)
  const gap = <T>(value: T): T | null => (hasGaps && random.chance(0.4) ? null : value)
  const domain = `agency${agencyId}.example`
  const users = Array.from({ length: random.whole(2, 18) }, (_, index) => makeUser(random, index, domain))
  const hosting = random.pick(hostings)
  const total = users.length + random.whole(0, 4)
  const seats = {
    Total: total,
    IsLocal: hosting === 'Local',
    HostingType: gap(hosting),
    Users: users.map((user) => ({ ...user, Email: gap(user.Email) })),
  }
  return {
    billing: {
      CmsAgencyId: String(agencyId).padStart(8, '0'),
      CycleStartDay: random.whole(1, 28),
      CycleStartMonth: random.whole(1, 12),
      PaymentPlan: gap(random.pick(plans)),
      BillingFrequency: gap(random.pick(frequencies)),
      Description: gap(`${total} seats, ${hosting === 'Local' ? 'local install' : `hosted (${hosting})`}`),
      PaymentMethod: gap(random.pick(methods)),
    },
    contacts: makeContacts(random, users, gap),
    seats,
    license: makeLicense(random, agencyId, seats),
  }
}

function makeUser(random: SeededRandom, index: number, domain: string): SeatUser & { Email: string } {
  const FirstName = random.pick(firstNames)
  const LastName = random.pick(lastNames)
  const Username = `${FirstName.charAt(0)}${LastName.replace(/\W/g, '')}${index + 1}`.toLowerCase()
  return { Username, FirstName, LastName, Email: `${Username}@${domain}` }
}

function makeContacts(
  random: SeededRandom,
  users: readonly (SeatUser & { Email: string })[],
  gap: <T>(value: T) => T | null,
): AgencyRecord['contacts'] {
  return users.slice(0, random.whole(1, 4)).map(({ FirstName, LastName, Email }) => ({
    PersonId: random.whole(10_000, 99_999),
    Name: `${FirstName} ${LastName}`,
    Initials: gap(`${FirstName.charAt(0)}${LastName.charAt(0)}${random.whole(1, 9)}`),
    Email: gap(Email),
  }))
}

function makeLicense(random: SeededRandom, agencyId: number, seats: AgencyRecord['seats']): string {
  const month = String(random.whole(1, 12)).padStart(2, '0')
  const licensed = products.filter((_, index) => index === 0 || random.chance(0.6))
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<license version="3">',
    `  <agency id="${String(agencyId).padStart(8, '0')}" />`,
    `  <dateCode issued="2026-${month}-01" expires="2027-${month}-01">2027${month}01</dateCode>`,
    `  <seats total="${seats.Total}" local="${seats.IsLocal}" hosting="${seats.HostingType ?? ''}" />`,
    '  <products>',
    ...licensed.map((name) => `    <product key="${products.indexOf(name) + 1}" name="${name}" />`),
    '  </products>',
    '  <users>',
    ...seats.Users.map(({ Username }) => `    <user name="${Username}" />`),
    '  </users>',
  ]
  const digest = createHash('sha512').update(lines.join('\n')).digest('base64')
  return [...lines, `  <signature algorithm="sha512">${digest}</signature>`, '</license>', ''].join('\n')
}
