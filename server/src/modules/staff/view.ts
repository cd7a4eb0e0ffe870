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

/** Kind of user; the documents know no other kind for staff. */
const staffType = 0

/** A person as the user screen gets them: only with permissions it shows. */
export function userView(member: StaffMember): StaffUser {
  return {
    username: member.username,
    firstName: member.first_name,
    lastName: member.last_name,
    status: member.status,
    mfa: member.mfa,
    permissions: ascending(member.permissions.filter(isVisible)),
    type: staffType,
    agencyId: staffAgencyId,
    version: member.version,
  }
}

/** A person as the accounts screen gets them; `nameLocked` while failed attempts lock the name. */
export function accountView(
  member: StaffMember,
  signIns: SignIns | undefined,
  nameLocked: boolean,
): StaffAccount {
  return {
    username: member.username,
    firstName: member.first_name,
    lastName: member.last_name,
    status: member.status,
    mfa: member.mfa,
    permissions: ascending(member.permissions),
    version: member.version,
    lastSignInAt: signIns?.lastSignInAt?.toISOString() ?? null,
    openSessions: signIns?.openSessions ?? 0,
    locked: nameLocked || member.status === StaffStatus.locked,
  }
}
