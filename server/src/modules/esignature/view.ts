import type {
  EsignatureDetails,
  EsignatureLogEntry,
  FormstackGroup,
  FormstackUser,
  RegisteredUser,
} from '@agency-support/contract/modules/esignature'
import type { Row } from '../../db/query.ts'
import type { ESignGroup, ESignUser } from '../../providers/esign-provider.ts'
import type { SubscriptionRow, UserRow } from './store.ts'

/** The documented value for a missing date. */
const noDate = '0001-01-01T00:00:00Z'

/** The subscription as the tab receives it; an agency without a record has none. */
export function detailsView(
  row: SubscriptionRow | undefined,
  users: readonly UserRow[],
): Omit<EsignatureDetails, 'works'> {
  return {
    subscribed: row?.subscribed ?? false,
    subscriptionDate: row?.changed_at?.toISOString() ?? noDate,
    groupId: row?.group_id ?? '',
    registeredUsers: users.map(userView),
  }
}

/** A registered user as the agency's software reported it and staff changed it. */
export function userView(row: UserRow): RegisteredUser {
  return {
    emailAddress: row.email,
    userInitials: row.initials,
    isAdmin: row.is_admin,
    isValidated: row.is_validated,
    dateCreated: row.created_at.toISOString(),
    accountId: row.account_id,
    version: row.version,
  }
}

/** A group at Formstack with its accounts. */
export function groupView({ startDate, active, id, users }: ESignGroup): FormstackGroup {
  return { startDate: startDate?.toISOString() ?? null, active, id, users: users.map(accountView) }
}

function accountView({
  id,
  email,
  active,
  admin,
  activated,
  deactivated,
  created,
}: ESignUser): FormstackUser {
  return {
    id,
    email,
    active,
    admin,
    activated: activated?.toISOString() ?? null,
    deactivated: deactivated?.toISOString() ?? null,
    created: created?.toISOString() ?? null,
  }
}

/** A deleted account as an entry of the audit log, in the documented form. */
export function logView(row: Row<'journal', 'at' | 'actor_kind' | 'actor' | 'subject'>): EsignatureLogEntry {
  return {
    username: row.actor,
    ts: row.at.toISOString(),
    userType: row.actor_kind === 'agency' ? 'Agency' : 'Staff',
    json: JSON.stringify({ EmailAddress: row.subject ?? '' }),
  }
}
