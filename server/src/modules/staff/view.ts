import {
  type StaffAccount,
  type StaffUser,
  StaffStatus,
  staffAgencyId,
} from '@agency-support/contract/modules/staff'
import type { SignIns } from '../session/public.ts'
import { isVisible } from './catalogue.ts'
import { ascending } from './service.ts'
import type { StaffMember } from './store.ts'

/** Type of user; the documents define no other for staff. */
const staffType = 0

/** The displayed status: Locked while failed attempts lock the name, except that a disabled account stays Disabled. */
export function shownStatus({ status }: Pick<StaffMember, 'status'>, nameLocked: boolean): number {
  return nameLocked && status !== StaffStatus.disabled ? StaffStatus.locked : status
}

/** A person as the user screen receives them, with only the permissions it shows. */
export function userView(member: StaffMember, nameLocked: boolean): StaffUser {
  return {
    username: member.username,
    firstName: member.first_name,
    lastName: member.last_name,
    status: shownStatus(member, nameLocked),
    mfa: member.mfa,
    permissions: ascending(member.permissions.filter(isVisible)),
    type: staffType,
    agencyId: staffAgencyId,
    version: member.version,
  }
}

/** A person as the accounts screen receives them; `nameLocked` while failed attempts lock the name. */
export function accountView(
  member: StaffMember,
  signIns: SignIns | undefined,
  nameLocked: boolean,
): StaffAccount {
  return {
    username: member.username,
    firstName: member.first_name,
    lastName: member.last_name,
    status: shownStatus(member, nameLocked),
    mfa: member.mfa,
    permissions: ascending(member.permissions),
    version: member.version,
    lastSignInAt: signIns?.lastSignInAt?.toISOString() ?? null,
    openSessions: signIns?.openSessions ?? 0,
    locked: nameLocked || member.status === StaffStatus.locked,
  }
}
