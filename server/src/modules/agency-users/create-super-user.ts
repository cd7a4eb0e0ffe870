import type { In } from '@agency-support/contract/call'
import type { agencyUsers, CreatedSuperUser } from '@agency-support/contract/modules/agency-users'
import { hoursUntil, nextInitials } from '@agency-support/contract/rules/temporary-users'
import type { Tx } from '../../db/open.ts'
import type { Ctx, Handler } from '../../calls/context.ts'
import { hashPassword } from '../../auth/passwords/hash.ts'
import { queueCommand } from '../agency-commands/public.ts'
import { listNames } from './store.ts'
import { insertSuperUser } from './super-user-store.ts'
import { shownSince } from './read-users.ts'

type Call = typeof agencyUsers.createSuperUser

/** Creates a temporary user that expires by the server's clock; only a hash of the password is stored. */
async function create(
  input: In<Call>,
  ctx: Ctx<Call>,
  { only5x }: { only5x: boolean },
): Promise<CreatedSuperUser> {
  const { Username: username, AgencyId: agencyId, ExpiresOn: expiresOn, Reason: reason = '' } = input
  const { now } = ctx
  if (hoursUntil(expiresOn, now) === undefined) throw ctx.refuse('notHours')
  const passwordHash = await hashPassword(input.Password)
  const createdBy = ctx.session.username
  const given = { agencyId, username, passwordHash, createdBy, expiresAt: new Date(expiresOn) }
  return ctx.transaction(async ({ tx, append }) => {
    const made = await insertSuperUser(tx, given, { now, shownSince: shownSince(now) })
    if (made === undefined) throw ctx.refuse(await reasonAgainst(tx, agencyId))
    const order = { agencyId, command: 'superUsers', argument: '', again: input.Again, only5x } as const
    const queueing = { tx, append, refuse: ctx.refuse }
    const queued = await queueCommand(queueing, { ...order, issuedBy: createdBy, at: now })
    if (queued === undefined) throw ctx.refuse('noAgency')
    const expires = made.expires_at.toISOString()
    await append({
      event: 'agencyUsers.superUserCreated',
      agencyId,
      subject: username,
      after: { initials: username, expires },
      ...(reason === '' ? {} : { reason }),
    })
    return {
      grantId: made.super_user_id,
      username,
      agencyId,
      created: made.created_at.toISOString(),
      expiresOn: expires,
      commandId: queued.command_id,
    }
  })
}

/** Why a temporary user cannot be created: if `taken`, other initials may be free. */
async function reasonAgainst(tx: Tx, agencyId: number): Promise<'noAgency' | 'taken' | 'noneLeft'> {
  const names = await listNames(tx, agencyId)
  if (names.length === 0) return 'noAgency'
  return nextInitials(names) === undefined ? 'noneLeft' : 'taken'
}

/** Creates a temporary user from the console, only at agencies of version 5.x, whose software fetches these users. */
export const createSuperUser: Handler<Call> = (input, ctx) => create(input, ctx, { only5x: true })

/** Creates a temporary user from a framed screen. */
export const createSuperUser6x: Handler<typeof agencyUsers.createSuperUser6x> = (input, ctx) =>
  create(input, ctx, { only5x: false })
