import type { ClientIn } from '@agency-support/contract/call'
import type { seats } from '@agency-support/contract/modules/seats'
import { family, given, plain } from '../demo-data/names.ts'
import type { SeededRandom } from '../random.ts'

export type GeneratedRequest = Required<ClientIn<typeof seats.fileRequest>>

const openBefore = 'An earlier request of this agency is still open.'
const aboveLicence = 'The total would exceed the licensed seats.'
const recentlyLess = 'Seats were removed within the last 30 days.'
const forMore = [openBefore, aboveLicence, recentlyLess]
const forLess = [openBefore, recentlyLess]

/** A request that somebody at an agency might file. */
export function generateRequest(random: SeededRandom, agencyId: number): GeneratedRequest {
  const firstName = given(random)
  const lastName = family(random)
  const seatsNow = random.whole(2, random.chance(0.2) ? 80 : 20)
  const quantity = random.chance(0.75) ? amount(random) : -Math.min(amount(random), seatsNow - 1)
  return {
    requestedBy: initials(firstName, lastName),
    quantity,
    targetSeatTotal: seatsNow + quantity,
    firstName,
    lastName,
    email: `${plain(firstName)}.${plain(lastName)}@agency-${agencyId}.test`,
    warnings: random.chance(0.15) ? random.pick(quantity > 0 ? forMore : forLess) : '',
  }
}

function amount(random: SeededRandom): number {
  return random.chance(0.85) ? random.whole(1, 3) : random.whole(4, 15)
}

function initials(firstName: string, lastName: string): string {
  return `${firstName.slice(0, 1)}${lastName.replace(/\P{L}/gu, '').slice(0, 2)}`.toUpperCase()
}
