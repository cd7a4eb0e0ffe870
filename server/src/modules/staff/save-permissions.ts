import type { staff } from '@agency-support/contract/modules/staff'
import { whyNotGrant } from '@agency-support/contract/rules/staff'
import type { Ctx, Handler } from '../../calls/context.ts'
import { readUser } from './account-views.ts'
import { isVisible } from './catalogue.ts'
import { ascending, setMemberPermissions } from './service.ts'
import {
  findMember,
  hasOtherAdministrator,
  lockAdministrators,
  lockMember,
  mayUpdatePermissions,
  type StaffMember,
} from './store.ts'

type SaveCtx = Ctx<typeof staff.savePermissions>

/** Replaces a person's permissions by the list, but keeps those that the sender cannot see. */
export const savePermissions: Handler<typeof staff.savePermissions> = async ({ user }, ctx) => {
  const problem = whyNotGrant(ctx.session, user.username, [])
  if (problem !== undefined) throw ctx.refuse(problem)
  await lockAdministrators(ctx.tx)
  const member = await lockMember(ctx.tx, user.username)
  if (member === undefined) throw ctx.refuse('gone')
  const held = ascending(member.permissions)
  const next = ascending([...user.permissions.filter(isVisible), ...held.filter((id) => !isVisible(id))])
  if (next.join() === held.join()) return readUser(ctx.tx, member, ctx.now)
  if (user.version !== undefined && user.version < member.permissions_version) throw await stale(ctx, member)
  await assertMayGive(ctx, member, next)
  const { tx, now, append, session } = ctx
  const changed = await setMemberPermissions({ tx, now, append, by: session.username }, member, next)
  return readUser(tx, changed ?? member, now)
}

async function stale(ctx: SaveCtx, member: StaffMember): Promise<Error> {
  // Empty if a server of an older release, which may run at the same time, made the change.
  const { permissions_changed_by: by, permissions_changed_at: at } = member
  return ctx.refuse('stale', {
    changedBy: by ?? 'Somebody else',
    changedAt: at?.toISOString() ?? null,
    current: await readUser(ctx.tx, member, ctx.now),
  })
}

async function assertMayGive(ctx: SaveCtx, member: StaffMember, next: readonly number[]): Promise<void> {
  // Read under the lock: the sender's own permissions may have changed since the session was looked up.
  const sender = await findMember(ctx.tx, ctx.session.username)
  const granted = next.filter((id) => !member.permissions.includes(id))
  const permissions = sender?.permissions ?? []
  const problem = whyNotGrant({ username: ctx.session.username, permissions }, member.username, granted)
  if (problem !== undefined) throw ctx.refuse(problem)
  const isLost = mayUpdatePermissions(member.permissions) && !mayUpdatePermissions(next)
  if (isLost && !(await hasOtherAdministrator(ctx.tx, member.staff_id))) throw ctx.refuse('lastAdministrator')
}
