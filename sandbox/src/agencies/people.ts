import { lockedOut, userFlag } from '@agency-support/contract/rules/agency-users'
import { family, given, plain } from '../demo-data/names.ts'
import type { SeededRandom } from '../random.ts'
import { type Profile, seededRandomFor } from './profile.ts'

/** An agency user as reported by its software. */
export interface AgencyUser {
  username: string
  firstName: string
  lastName: string
  online: boolean
  status: number
  userFlags: number
  agencyPermissions: number[]
  emailVerified: boolean
}

export type Person = Pick<AgencyUser, 'username' | 'firstName' | 'lastName'>

/** A person's address, one of a kind at the agency. */
export function toEmail({ firstName, lastName, username }: Person, agencyId: number): string {
  return `${plain(firstName)}.${plain(lastName)}.${username.toLowerCase()}@agency${agencyId}.example`
}

const permissionIds = [1, 2, 3, 5, 8, 10, 12, 15, 20, 21, 30, 31, 40]

/** The users of an agency, the same in every run; their names are unique initials. */
export function getUsers(profile: Profile): AgencyUser[] {
  const random = seededRandomFor(profile.agencyId, 'users')
  const taken = new Set<string>()
  return Array.from({ length: profile.people }, (_, at) => makeUser(random, profile, taken, at))
}

function makeUser(random: SeededRandom, profile: Profile, taken: Set<string>, at: number): AgencyUser {
  const firstName = given(random)
  const lastName = family(random)
  const username = pickInitials(firstName, lastName, taken)
  taken.add(username)
  // The owner is the first user and has all permissions.
  const isOwner = at === 0
  return {
    username,
    firstName,
    lastName,
    online: profile.isOnline || random.chance(0.4),
    status: isOwner ? 0 : pickStatus(random),
    userFlags: isOwner ? userFlag.superUser | userFlag.cloudAccessEnabled : pickFlags(random),
    agencyPermissions: isOwner ? [...permissionIds] : pickPermissions(random),
    emailVerified: random.chance(0.7),
  }
}

/** Unused initials: the person's own, with another last letter if taken. */
function pickInitials(firstName: string, lastName: string, taken: ReadonlySet<string>): string {
  const letters = (name: string) => plain(name).toUpperCase() || 'X'
  const [first, last] = [letters(firstName), letters(lastName)]
  const endings = Array.from(`${last.slice(1)}ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789`)
  const free = endings.map((ending) => `${first[0]}${last[0]}${ending}`).find((name) => !taken.has(name))
  if (free === undefined) throw new Error(`no initials are left for ${firstName} ${lastName}`)
  return free
}

function pickStatus(random: SeededRandom): number {
  const share = random.next()
  if (share < 0.82) return 0
  if (share < 0.88) return 1
  return share < 0.95 ? lockedOut : 3
}

function pickFlags(random: SeededRandom): number {
  let flags = 0
  if (random.chance(0.08)) flags |= userFlag.inactive
  if (random.chance(0.15)) flags |= userFlag.roaming
  if (random.chance(0.05)) flags |= userFlag.superUser
  if (random.chance(0.5)) flags |= userFlag.cloudAccessEnabled
  if (random.chance(0.04)) flags |= userFlag.placeholder
  return flags
}

// A user has no permissions if the agency's config file was processed incompletely.
function pickPermissions(random: SeededRandom): number[] {
  return random.chance(0.08) ? [] : permissionIds.filter(() => random.chance(0.6))
}
