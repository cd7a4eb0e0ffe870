import { StaffStatus } from '@agency-support/contract/modules/staff'
import { permissionName } from '@agency-support/contract/permissions'
import type { Tx } from '../../db/open.ts'
import type { NewEntry } from '../../journal/append.ts'
import { deleteFactors } from '../second-factor/public.ts'
import { endSessions } from '../../auth/session-store.ts'
import { forgetAttempts } from '../session/public.ts'
import { insertNotice, type NoticeKind } from './notice-store.ts'
import { changeMember, insertMember, type NewMember, type StaffMember } from './store.ts'

/** The context of a change of one person: transaction, time and journal. */
export interface Change<E extends string> {
  tx: Tx
  now: Date
  /** Who makes it: a username, or `cli`. */
  by: string
  append(entry: NewEntry<E>): Promise<void>
  /** The reason given by whoever makes the change. */
  reason?: string | undefined
}

/** Adds a person; undefined if the name is taken. */
export async function addMember(
  change: Change<'staff.added'>,
  member: Omit<NewMember, 'status'>,
): Promise<StaffMember | undefined> {
  const { firstName, lastName, mustChangePassword, permissions } = member
  const status = mustChangePassword ? StaffStatus.passwordChangeRequired : StaffStatus.enabled
  const added = await insertMember(change.tx, { ...member, status }, change.now)
  if (added === undefined) return undefined
  await change.append({
    event: 'staff.added',
    subject: member.username,
    after: { firstName, lastName, status, permissions: permissions.join(', ') },
    ...because(change),
  })
  return added
}

/** Sets somebody's password and ends their sessions; a disabled or locked account stays so. */
export async function setMemberPassword(
  change: Change<'staff.passwordSet'>,
  member: StaffMember,
  { passwordHash, mustChange }: { passwordHash: string; mustChange: boolean },
): Promise<{ member: StaffMember; ended: number }> {
  const { status } = member
  const stays = status === StaffStatus.disabled || status === StaffStatus.locked
  const next = stays ? status : mustChange ? StaffStatus.passwordChangeRequired : StaffStatus.enabled
  const { tx, now } = change
  const changed = await changeMember(tx, member.staff_id, {
    passwordHash,
    passwordChangedAt: now,
    status: next,
    mustChangePassword: mustChange,
  })
  const ended = await endSessions(tx, member.staff_id, now)
  await addNotice(change, member, 'passwordSet')
  await change.append({
    event: 'staff.passwordSet',
    subject: member.username,
    before: { status },
    after: { status: next, ...(mustChange ? { mustChange } : {}) },
    ...because(change),
  })
  return { member: changed, ended }
}

/** Removes the second factor of somebody who lost it; returns how many sessions that ended. */
export async function removeMemberFactors(
  change: Change<'staff.secondFactorRemoved'>,
  member: StaffMember,
): Promise<{ ended: number }> {
  await deleteFactors(change.tx, member.staff_id)
  const ended = await endSessions(change.tx, member.staff_id, change.now)
  await addNotice(change, member, 'secondFactorRemoved')
  await change.append({
    event: 'staff.secondFactorRemoved',
    subject: member.username,
    ...because(change),
  })
  return { ended }
}

/**
 * Sets a person's permissions (ascending), which every session reads anew with each call. Undefined if nothing changed.
 */
export async function setMemberPermissions(
  change: Change<'staff.permissionsChanged'>,
  member: StaffMember,
  permissions: readonly number[],
): Promise<StaffMember | undefined> {
  const held = ascending(member.permissions)
  const next = ascending(permissions)
  if (held.join() === next.join()) return undefined
  const { tx, now } = change
  const changed = await changeMember(tx, member.staff_id, {
    permissions: { list: next, by: change.by, at: now },
  })
  const added = next.filter((id) => !held.includes(id))
  const removed = held.filter((id) => !next.includes(id))
  await change.append({
    event: 'staff.permissionsChanged',
    subject: member.username,
    before: { permissions: held.join(', ') },
    after: {
      permissions: next.join(', '),
      ...(added.length === 0 ? {} : { added: formatNames(added) }),
      ...(removed.length === 0 ? {} : { removed: formatNames(removed) }),
    },
    ...because(change),
  })
  return changed
}

/** Removes a lock after failed sign-ins, and one set by hand; undefined if there was neither. */
export async function unlockMember(
  change: Change<'staff.unlocked'>,
  member: StaffMember,
): Promise<StaffMember | undefined> {
  const { tx } = change
  const forgot = await forgetAttempts(tx, member.username)
  const isLocked = member.status === StaffStatus.locked
  if (!forgot && !isLocked) return undefined
  const changed = isLocked
    ? await changeMember(tx, member.staff_id, { status: usableStatus(member) })
    : member
  await change.append({ event: 'staff.unlocked', subject: member.username, ...because(change) })
  return changed
}

/** Disables an account and ends its sessions; undefined if it was already disabled. */
export async function disableMember(
  change: Change<'staff.disabled'>,
  member: StaffMember,
): Promise<{ member: StaffMember; ended: number } | undefined> {
  const { status } = member
  if (status === StaffStatus.disabled) return undefined
  const mustChangePassword = member.must_change_password || status === StaffStatus.passwordChangeRequired
  const changed = await changeMember(change.tx, member.staff_id, {
    status: StaffStatus.disabled,
    mustChangePassword,
  })
  const ended = await endSessions(change.tx, member.staff_id, change.now)
  await addNotice(change, member, 'disabled')
  await change.append({
    event: 'staff.disabled',
    subject: member.username,
    before: { status },
    after: { status: StaffStatus.disabled },
    ...because(change),
  })
  return { member: changed, ended }
}

/** Enables a disabled account; undefined if it was not disabled. */
export async function enableMember(
  change: Change<'staff.enabled'>,
  member: StaffMember,
): Promise<StaffMember | undefined> {
  const { status } = member
  if (status !== StaffStatus.disabled) return undefined
  const next = usableStatus(member)
  const changed = await changeMember(change.tx, member.staff_id, { status: next })
  await addNotice(change, member, 'enabled')
  await change.append({
    event: 'staff.enabled',
    subject: member.username,
    before: { status },
    after: { status: next },
    ...because(change),
  })
  return changed
}

/** The status of somebody who may sign in; a password known to another person must be changed first. */
function usableStatus({ must_change_password: mustChange }: StaffMember): number {
  return mustChange ? StaffStatus.passwordChangeRequired : StaffStatus.enabled
}

/** Stores a notice about the change for the person's next sign-in (D-109). */
function addNotice({ tx, by, now }: Change<string>, member: StaffMember, kind: NoticeKind): Promise<void> {
  return insertNotice(tx, { staffId: member.staff_id, kind, doneBy: by, at: now })
}

function because({ reason }: { reason?: string | undefined }): { reason?: string } {
  return reason === undefined || reason === '' ? {} : { reason }
}

function formatNames(permissions: readonly number[]): string {
  return permissions.map((id) => permissionName(id) ?? String(id)).join(', ')
}

/** Numbers in ascending order without duplicates. */
export function ascending(permissions: Iterable<number>): number[] {
  return [...new Set(permissions)].sort((one, other) => one - other)
}
