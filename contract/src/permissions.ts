/** The permission catalogue: 26 numbers used in a profile's permissions list. Source: document spec-000 §6. */
export const P = {
  CanListUsers: 1,
  CanCreateUser: 2,
  CanDeleteUser: 3,
  CanUnlockUsers: 4,
  CanResetPassword: 5,
  CanUpdatePermissions: 9,
  CanLoginOnBehalfOf: 13,
  CanCreateSuperUsers: 14,
  CanUnlockAgencyUsers: 611,
  CanAccess: 2000,
  ApplicationManagement: 2001,
  CreateNewAgency: 2002,
  Rerun: 2003,
  ResetMultifolderToken: 2004,
  SeatManagement: 2005,
  EditAgencyStatus: 2006,
  DownloadClientFiles: 2007,
  SuperUserCreation: 2008,
  CanManageEmails: 2011,
  CanAccessSystemAlerts: 3000,
  CanManageSystemAlerts: 3001,
  CanManageTexting: 4001,
  CanEditFormstackIds: 5001,
  CancelAgencySubscription: 5002,
  CanManageFormstack: 5003,
  AgencyManagementAdmin: 6000,
} as const

/** A name of the catalogue, for example `EditAgencyStatus`. */
export type PermissionName = keyof typeof P

/** A number of the catalogue, for example 2006. */
export type PermissionId = (typeof P)[PermissionName]

/** The two route names that are not in the catalogue, with the permissions they mean; all are required. */
export const permissionAliases = {
  UserManagement: [P.CanAccess, P.CanUpdatePermissions],
  EmailManagement: [P.CanAccess, P.CanManageEmails],
} as const satisfies Record<string, readonly PermissionId[]>

const names = new Map<number, PermissionName>(
  Object.entries(P).map(([name, id]) => [id, name as PermissionName]),
)

/** The catalogue name of a number; undefined for a number that grants nothing (for example 2009). */
export function permissionName(id: number): PermissionName | undefined {
  return names.get(id)
}

/** True for one of the 26 numbers. */
export function isPermission(id: number): id is PermissionId {
  return names.has(id)
}

/** The first of `needed` that `held` lacks; undefined if none is missing. */
export function missingPermission(
  held: readonly number[],
  needed: readonly PermissionId[],
): PermissionId | undefined {
  return needed.find((id) => !held.includes(id))
}

/** Messages for a missing permission: of the guard, the server's 403 and the menu (spec-000 §2). */
export const permissionMessages = {
  /** The profile lacks CanAccess: sign out and go to /signin. */
  access:
    'You do not have permission to access Agency Support. Please contact your manager for assistance if you feel you should have access to this functionality.',
  /** A permission that the route or the call needs is missing. */
  feature:
    'You do not have permission to this feature in Agency Support. Please contact your manager for assistance if you feel you should have access to this functionality.',
  /** The permission for a menu entry is missing; `label` is the entry's visible text. */
  menu: (label: string) =>
    `You do not have permission to access ${label}. Please contact your manager for assistance if you feel you should have access to this functionality.`,
} as const
