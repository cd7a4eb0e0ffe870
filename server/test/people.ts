import { randomBytes } from 'node:crypto'
import { type Clock, plusSeconds } from '../src/lib/clock.ts'
import type { OpenDatabase } from '../src/db/open.ts'
import { tokenHash } from '../src/auth/find-session.ts'
import { sessionCookie } from '../src/auth/session-cookie.ts'
import { hashPassword } from '../src/auth/passwords/hash.ts'
import { P } from '@agency-support/contract/permissions'

/** Staff statuses as the database keeps them. */
export const staffStatus = { enabled: 0, disabled: 1, locked: 2, mustChange: 3 } as const

export interface Person {
  staffId: number
  username: string
}

export interface NewPerson {
  username?: string
  permissions?: readonly number[]
  status?: number
  /** True asks for a second factor at sign-in. */
  secondFactor?: boolean
  /** Without one the person cannot sign in by password. */
  password?: string
}

/** Everything the catalogue has. */
export const allPermissions: readonly number[] = Object.values(P)

/** A person straight in the database; by default one who may only look. */
export async function makeStaff(db: OpenDatabase, clock: Clock, given: NewPerson = {}): Promise<Person> {
  const username = given.username ?? `person-${randomBytes(6).toString('hex')}@support.test`
  const row = await db.write
    .insertInto('staff')
    .values({
      username,
      permissions: [...(given.permissions ?? [P.CanAccess])],
      status: given.status ?? staffStatus.enabled,
      mfa: given.secondFactor === true ? 0 : 1,
      password_hash: given.password === undefined ? null : await hashPassword(given.password),
      created_at: clock.now(),
    })
    .returning('staff_id')
    .executeTakeFirstOrThrow()
  return { staffId: row.staff_id, username }
}

/** A session as sign-in would leave it, without the cost of a password. Returns the Cookie header. */
export async function openTestSession(
  db: OpenDatabase,
  clock: Clock,
  person: Person,
  options: { restricted?: boolean; publicOrigin?: string } = {},
): Promise<{ cookie: string; sessionId: number }> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  const row = await db.write
    .insertInto('session')
    .values({
      token_hash: tokenHash(token),
      staff_id: person.staffId,
      restricted: options.restricted ?? false,
      created_at: now,
      authenticated_at: now,
      last_input_at: now,
      expires_at: plusSeconds(now, 60 * 60),
      hard_end_at: plusSeconds(now, 12 * 60 * 60),
    })
    .returning('session_id')
    .executeTakeFirstOrThrow()
  const { name } = sessionCookie({
    publicOrigin: options.publicOrigin ?? 'http://localhost',
    cookieCrossSite: false,
  })
  return { cookie: `${name}=${token}`, sessionId: row.session_id }
}
