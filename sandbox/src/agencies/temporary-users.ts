import type { Received } from '@agency-support/contract/answer'
import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { verify } from '@node-rs/argon2'
import { outcome } from './sign-ins.ts'

/** A user whom the provider's staff has made for a while, as the server tells it. */
export type TemporaryUser = Received<typeof agencyUsers.superUsers.answer>[number]

/** What somebody types to sign in. */
export interface Typed {
  username: string
  password: string
}

/** The temporary user whom a typed name means, whatever its case. */
export function findTemporaryUser(
  users: readonly TemporaryUser[],
  { username }: Typed,
): TemporaryUser | undefined {
  return users.find((user) => user.username === username.trim().toUpperCase())
}

/**
 * How the sign-in of a temporary user goes at an instant by the server's clock: the password is compared with the
 * fetched hash, and who has the right one after the end hears that it is over.
 */
export async function judgeSignIn(user: TemporaryUser, { password }: Typed, now: Date): Promise<number> {
  // Another kind of hash would be one that the protocol does not know.
  if (!user.passwordHash.startsWith('$argon2id$')) return outcome.error
  if (!(await verify(user.passwordHash, password))) return outcome.invalidCredentials
  return now < new Date(user.expiresOn) ? outcome.successful : outcome.accessDisabled
}
