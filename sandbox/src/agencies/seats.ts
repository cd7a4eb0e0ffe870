import type { AgencyUser } from './people.ts'
import { isWeekend, localMidnight, type Profile, seededRandomFor } from './profile.ts'

/** A held seat as an online agency reports it. */
export interface HeldSeat {
  username: string
  lastSigninAt: string
  lastTokenAt: string
  tokens: SeatToken[]
}

export interface SeatToken {
  created: string
  expiration: string
  hostName: string
  source: string
  winUserName: string
}

const minute = 60_000
const hour = 60 * minute
const week = 7 * 24 * hour

/**
 * The seats held at an agency at this time. Users arrive in the morning and leave in the evening; a few never sign
 * out. A seat's tokens are stable between reports; releasing the seat ends them.
 */
export function seatsAt(
  profile: Profile,
  users: readonly AgencyUser[],
  at: Date,
  releasedAt: (username: string) => string | undefined = () => undefined,
): { licensedSeats: number; seats: HeldSeat[] } {
  const licensedSeats = Math.max(2, Math.round(users.length * 0.8))
  const seats = users
    .filter(({ status }) => status === 0)
    .flatMap((user) => signedOut(makeSeat(profile, user, at), releasedAt(user.username)) ?? [])
    .slice(0, licensedSeats)
  return { licensedSeats, seats }
}

/** A seat without the tokens that ended with its release; undefined if none is left. */
function signedOut(seat: HeldSeat | undefined, releasedAt: string | undefined): HeldSeat | undefined {
  if (seat === undefined || releasedAt === undefined) return seat
  const tokens = seat.tokens.filter(({ created }) => created > releasedAt)
  return tokens.length === 0 ? undefined : { ...seat, tokens }
}

function makeSeat(profile: Profile, user: AgencyUser, at: Date): HeldSeat | undefined {
  const forgets = seededRandomFor(profile.agencyId, `forgets/${user.username}`).chance(0.12)
  const today = localMidnight(at, profile.timeZoneId)
  const day = forgets ? new Date(today.getTime() - 42 * hour) : today
  const random = seededRandomFor(profile.agencyId, `seat/${user.username}/${day.toISOString().slice(0, 10)}`)
  const comes = new Date(day.getTime() + random.whole(7 * 60, 10 * 60) * minute)
  const leaves = new Date(day.getTime() + random.whole(16 * 60, 20 * 60) * minute)
  const isIn = random.chance(isWeekend(at, profile.timeZoneId) ? 0.15 : 0.8) && comes <= at && at < leaves
  if (!forgets && !isIn) return undefined
  const tokens = [makeToken(profile, user, comes, random)]
  const second = new Date(comes.getTime() + random.whole(5, 300) * minute)
  if (random.chance(0.3) && second <= at) tokens.unshift(makeToken(profile, user, second, random))
  return {
    username: user.username,
    lastSigninAt: comes.toISOString(),
    lastTokenAt: tokens[0]?.created ?? comes.toISOString(),
    tokens,
  }
}

function makeToken(
  profile: Profile,
  user: AgencyUser,
  created: Date,
  random: ReturnType<typeof seededRandomFor>,
): SeatToken {
  return {
    created: created.toISOString(),
    expiration: new Date(created.getTime() + week).toISOString(),
    hostName: random.pick(profile.hosts),
    source: random.pick(['Desktop', 'Desktop', 'Web', 'Outlook']),
    winUserName: `${user.firstName.slice(0, 1)}${user.lastName}`.toLowerCase().replace(/[^a-z]/g, ''),
  }
}
