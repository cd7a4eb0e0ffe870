import type { Received } from '@agency-support/contract/answer'
import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { verify } from '@node-rs/argon2'
import { outcome } from './sign-ins.ts'

/** A temporary user created by staff, as sent by the server. */
export type TemporaryUser = Received<typeof agencyUsers.superUsers.answer>[number]

/** Credentials typed at sign-in. */
export interface Typed {
  username: string
  password: string
}

/** Finds a temporary user by name, ignoring case. */
export function findTemporaryUser(
  users: readonly TemporaryUser[],
  { username }: Typed,
): TemporaryUser | undefined {
  return users.find((user) => user.username === username.trim().toUpperCase())
}

/**
 * The outcome of a temporary user's sign-in at this server time: the password is compared with the fetched hash; with
 * the right one after the end, access is disabled.
 */
export async function judgeSignIn(user: TemporaryUser, { password }: Typed, now: Date): Promise<number> {
  // The protocol knows no other kind of hash.
  if (!user.passwordHash.startsWith('$argon2id$')) return outcome.error
  if (!(await verify(user.passwordHash, password))) return outcome.invalidCredentials
  return now < new Date(user.expiresOn) ? outcome.successful : outcome.accessDisabled
}
