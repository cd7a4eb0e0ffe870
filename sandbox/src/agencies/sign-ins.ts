import { lockedOut } from '@agency-support/contract/rules/agency-users'
import type { SeededRandom } from '../random.ts'
import type { AgencyUser } from './people.ts'
import { pickTimes, type Profile } from './profile.ts'

/** A sign-in or failed attempt as reported by the agency's software. */
export interface SignIn {
  username: string
  created: string
  outcome: number
  ip: string
  hostname: string
}

/** A user, reduced to what decides the outcome of a sign-in. */
type SigningIn = Pick<AgencyUser, 'username' | 'status' | 'online'>

/** Outcomes of a sign-in, as numbered in the agent protocol. */
export const outcome = {
  successful: 0,
  invalidCredentials: 3,
  lockedOut: 4,
  accessDisabled: 7,
  error: 99,
} as const
const failures = [1, 2, 3, 3, 3, 3, 5, 6, 7, 8, 99]

/** A sign-in at this moment. */
export function signInAt(
  random: SeededRandom,
  profile: Profile,
  users: readonly SigningIn[],
  at: Date,
): SignIn {
  const user = random.pick(users)
  const went = random.chance(0.85) ? outcome.successful : random.pick(failures)
  return {
    username: user.username,
    created: at.toISOString(),
    outcome: user.status === lockedOut ? outcome.lockedOut : went,
    ...pickMachine(random, profile, user),
  }
}

function pickMachine(random: SeededRandom, profile: Profile, { online }: SigningIn) {
  return {
    ip: `${online ? '203.0.113' : '192.168.1'}.${random.whole(2, 254)}`,
    hostname: random.pick(profile.hosts),
  }
}

/**
 * The sign-ins of the days before `until`, oldest first: `count` by users who may sign in, mostly in office hours,
 * and how each locked user was locked out.
 */
export function pastSignIns(
  random: SeededRandom,
  profile: Profile,
  users: readonly AgencyUser[],
  { until, count }: { until: Date; count: number },
): SignIn[] {
  const days = 21
  const times = pickTimes(random, profile, { until, days, count })
  const free = users.filter(({ status }) => status !== lockedOut)
  const usual = times.map((at) => signInAt(random, profile, free, at))
  const locked = users.filter(({ status }) => status === lockedOut)
  const entries = [...usual, ...locked.flatMap((user) => toLocking(random, profile, user, until))]
  return entries.sort((a, b) => a.created.localeCompare(b.created))
}

const wrongPasswords = 3

/** Three wrong passwords on one machine, then the lock. */
function toLocking(random: SeededRandom, profile: Profile, user: AgencyUser, until: Date): SignIn[] {
  const last = until.getTime() - random.whole(1, 3 * 24 * 60) * 60_000
  const machine = pickMachine(random, profile, user)
  return Array.from({ length: wrongPasswords + 1 }, (_, at) => ({
    username: user.username,
    created: new Date(last - (wrongPasswords - at) * 20_000).toISOString(),
    outcome: at < wrongPasswords ? outcome.invalidCredentials : outcome.lockedOut,
    ...machine,
  }))
}
