import type { PermissionDefinition, PermissionGroup } from '@agency-support/contract/modules/staff'
import { P, type PermissionName } from '@agency-support/contract/permissions'
import { isShown } from '@agency-support/contract/rules/staff'

/** Shown on the user screen; any other value hides a permission there. */
const shown = 1
const adminOnly: ReadonlySet<number> = new Set([P.CanDeleteUser, P.CanLoginOnBehalfOf, P.CanCreateSuperUsers])

/** The groups of the user screen in display order (B-03). */
const groups = {
  users: ['Users', 'Staff users of this console: who there is and what they may do.'],
  agencyUsers: ['Agency Users', 'Users of the agencies.'],
  support: ['Agency Support', 'Working for agencies: their status, files, seats and email.'],
  alerts: ['Alerts', 'Alerts on the status site and inside the system.'],
  texting: ['Texting', 'Text messages of agencies.'],
  esignature: ['E-Signature', 'E-signature accounts of agencies.'],
  administration: ['Agency Administration', 'The deepest changes to an agency.'],
} as const

type Group = keyof typeof groups

/** Group and description of every permission in display order; a missing one does not compile. */
const catalogue: Readonly<Record<PermissionName, readonly [group: Group, description: string]>> = {
  CanListUsers: ['users', 'See the staff accounts.'],
  CanCreateUser: ['users', 'Create staff accounts.'],
  CanDeleteUser: ['users', 'Disable and enable staff accounts.'],
  CanUnlockUsers: ['users', 'Unlock staff accounts.'],
  CanResetPassword: ['users', 'Give staff a new password and remove a lost second factor.'],
  CanUpdatePermissions: ['users', 'Change what other staff users may do.'],
  CanLoginOnBehalfOf: ['users', 'Sign in on behalf of somebody else.'],
  CanCreateSuperUsers: ['users', 'Create super users.'],
  CanUnlockAgencyUsers: ['agencyUsers', 'Unlock the users of an agency.'],
  CanAccess: ['support', 'Use Agency Support at all.'],
  ApplicationManagement: ['support', 'Manage products, vendors and the marketplace.'],
  CreateNewAgency: ['support', 'Set up a new agency.'],
  Rerun: ['support', 'Run an agency command again.'],
  ResetMultifolderToken: ['support', 'Reset the multi-folder token of an agency.'],
  SeatManagement: ['support', 'See licensed seats and work on seat requests.'],
  EditAgencyStatus: ['support', 'Change the status of an agency.'],
  DownloadClientFiles: ['support', 'Download files of clients.'],
  SuperUserCreation: ['support', 'Create a temporary super user for an agency.'],
  CanManageEmails: ['support', 'Look up and clear suppressed email addresses.'],
  CanAccessSystemAlerts: ['alerts', 'See system alerts.'],
  CanManageSystemAlerts: ['alerts', 'Create, change and resolve system alerts.'],
  CanManageTexting: ['texting', 'Manage text messaging of agencies.'],
  CanEditFormstackIds: ['esignature', 'Change the e-signature ids of an agency.'],
  CancelAgencySubscription: ['esignature', 'Cancel the e-signature subscription of an agency.'],
  CanManageFormstack: ['esignature', 'Manage the e-signature accounts of agencies.'],
  AgencyManagementAdmin: ['administration', 'Release seats, change an agency in depth and read the journal.'],
}

const groupNames = Object.keys(groups) as Group[]
const toGroupId = (group: Group): number => groupNames.indexOf(group) + 1

export const permissionGroups: readonly PermissionGroup[] = groupNames.map((group) => {
  const [label, description] = groups[group]
  return { id: toGroupId(group), label, description, order: toGroupId(group) }
})

export const permissionDefinitions: readonly PermissionDefinition[] = groupNames.flatMap((group) =>
  Object.entries(catalogue)
    .filter(([, [its]]) => its === group)
    .map(([name, [, description]], index) => ({
      id: P[name as PermissionName],
      groupId: toGroupId(group),
      label: name,
      description,
      order: index + 1,
      flags: shown,
      adminOnly: adminOnly.has(P[name as PermissionName]),
    })),
)

const visible: ReadonlySet<number> = new Set(permissionDefinitions.filter(isShown).map(({ id }) => id))

/** True for a permission that the user screen shows; saving ignores the others. */
export function isVisible(permission: number): boolean {
  return visible.has(permission)
}
