import type {
  AgencyUser,
  CreationLogEntry,
  EmailEvent,
  LiveSuperUser,
  SigninEntry,
} from '@agency-support/contract/modules/agency-users'
import { lockedOut } from '@agency-support/contract/rules/agency-users'
import type { EmailEventRow, SigninRow } from './log-store.ts'
import type { UserRow } from './store.ts'
import type { SuperUserRow } from './super-user-store.ts'

/** A user as the list receives it. */
export function userView(row: UserRow): AgencyUser {
  return {
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    expiresOn: row.expires_at?.toISOString() ?? null,
    online: row.online,
    status: row.status,
    userFlags: row.user_flags,
    agencyPermissions: row.agency_permissions,
    emailVerified: row.email_verified,
    // A server of an older release, which may run at the same time, unlocks and leaves the reason in the row.
    unlockProblem: row.status === lockedOut ? row.unlock_problem : null,
  }
}

/** A line of the creation log. */
export function creationView(row: SuperUserRow): CreationLogEntry {
  return {
    initials: row.username,
    username: row.created_by,
    created: row.created_at.toISOString(),
    expires: row.expires_at.toISOString(),
  }
}

/** A temporary user that has not expired. */
export function liveView(row: SuperUserRow): LiveSuperUser {
  return {
    grantId: row.super_user_id,
    username: row.username,
    createdBy: row.created_by,
    created: row.created_at.toISOString(),
    expires: row.expires_at.toISOString(),
  }
}

/** A sign-in of a log. */
export function signinView(row: SigninRow): SigninEntry {
  return { created: row.created_at.toISOString(), outcome: row.outcome, ip: row.ip, hostname: row.hostname }
}

/** An event of a mail. */
export function emailEventView(row: EmailEventRow): EmailEvent {
  return {
    sendGridTS: row.sent_at.toISOString(),
    event: row.event,
    toEmail: row.to_email,
    category: row.category,
  }
}
