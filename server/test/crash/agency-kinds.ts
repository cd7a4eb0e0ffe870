import { type AgencyFacts, getProfile } from '@agency-support/sandbox/agencies/profile'

/** What the machines of an agency are like. */
export type Kind = 'steady' | 'slowUplink' | 'clockBehind' | 'clockAhead' | 'dying'

/** The share of each kind in a hundred agencies; all others are steady. */
const shares = { slowUplink: 10, clockBehind: 3, clockAhead: 2, dying: 2 } as const
/** How far clocks are ahead. */
export const skews: Readonly<Partial<Record<Kind, number>>> = {
  clockBehind: -26 * 3_600_000,
  clockAhead: 3 * 3_600_000,
}
/** Agencies whose machines are switched on, in the order of their numbers. */
export function listAgencies(count: number): AgencyFacts[] {
  const agencies: AgencyFacts[] = []
  for (let agencyId = 1; agencies.length < count; agencyId += 1) {
    const facts = {
      agencyId,
      versionDisplay: '5.4.2',
      isOnline: false,
      timeZoneId: 'America/Chicago',
      status: 2,
    }
    if (getProfile(facts).condition !== 'offline') agencies.push(facts)
  }
  return agencies
}

/** Cuts the agencies into their kinds; of each there is one at least. */
export function sortAgencies(agencies: readonly AgencyFacts[]): Record<Kind, readonly AgencyFacts[]> {
  let from = 0
  const take = (share: number): readonly AgencyFacts[] => {
    const some = agencies.slice(from, from + Math.max(1, Math.round((agencies.length * share) / 100)))
    from += some.length
    return some
  }
  const sorted = {
    slowUplink: take(shares.slowUplink),
    clockBehind: take(shares.clockBehind),
    clockAhead: take(shares.clockAhead),
    dying: take(shares.dying),
  }
  return { ...sorted, steady: agencies.slice(from) }
}

/** How many agencies are of each kind. */
export function countKinds(sorted: Record<Kind, readonly AgencyFacts[]>): Record<Kind, number> {
  const { steady, slowUplink, clockBehind, clockAhead, dying } = sorted
  return {
    steady: steady.length,
    slowUplink: slowUplink.length,
    clockBehind: clockBehind.length,
    clockAhead: clockAhead.length,
    dying: dying.length,
  }
}
