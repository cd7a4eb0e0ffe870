import type { PermissionDefinition, PermissionGroup } from '@agency-support/contract/modules/staff'
import { P, type PermissionName } from '@agency-support/contract/permissions'
import { isShown } from '@agency-support/contract/rules/staff'

/** Shown on the user screen; any other value hides a permission there. */
const shown = 1
const adminOnly: ReadonlySet<number> = new Set([P.CanDeleteUser, P.CanLoginOnBehalfOf, P.CanCreateSuperUsers])

type Entry = readonly [name: PermissionName, description: string]

interface CatalogueGroup {
  label: string
  description: string
  permissions: readonly Entry[]
}

/** The permissions there are, by group, in the order in which they are shown (B-03). */
const catalogue: readonly CatalogueGroup[] = [
  {
    label: 'Users',
    description: 'Staff users of this console: who there is and what they may do.',
    permissions: [
      ['CanListUsers', 'See the staff accounts.'],
      ['CanCreateUser', 'Create staff accounts.'],
      ['CanDeleteUser', 'Disable and enable staff accounts.'],
      ['CanUnlockUsers', 'Unlock staff accounts.'],
      ['CanResetPassword', 'Give staff a new password and remove a lost second factor.'],
      ['CanUpdatePermissions', 'Change what other staff users may do.'],
      ['CanLoginOnBehalfOf', 'Sign in on behalf of somebody else.'],
      ['CanCreateSuperUsers', 'Create super users.'],
    ],
  },
  {
    label: 'Agency Users',
    description: 'Users of the agencies.',
    permissions: [['CanUnlockAgencyUsers', 'Unlock the users of an agency.']],
  },
  {
    label: 'Agency Support',
    description: 'Working for agencies: their status, files, seats and email.',
    permissions: [
      ['CanAccess', 'Use Agency Support at all.'],
      ['ApplicationManagement', 'Manage products, vendors and the marketplace.'],
      ['CreateNewAgency', 'Set up a new agency.'],
      ['Rerun', 'Run an agency command again.'],
      ['ResetMultifolderToken', 'Reset the multi-folder token of an agency.'],
      ['SeatManagement', 'See licensed seats and work on seat requests.'],
      ['EditAgencyStatus', 'Change the status of an agency.'],
      ['DownloadClientFiles', 'Download files of clients.'],
      ['SuperUserCreation', 'Create a temporary super user for an agency.'],
      ['CanManageEmails', 'Look up and clear suppressed email addresses.'],
    ],
  },
  {
    label: 'Alerts',
    description: 'Alerts on the status site and inside the system.',
    permissions: [
      ['CanAccessSystemAlerts', 'See system alerts.'],
      ['CanManageSystemAlerts', 'Create, change and resolve system alerts.'],
    ],
  },
  {
    label: 'Texting',
    description: 'Text messages of agencies.',
    permissions: [['CanManageTexting', 'Manage text messaging of agencies.']],
  },
  {
    label: 'E-Signature',
    description: 'E-signature accounts of agencies.',
    permissions: [
      ['CanEditFormstackIds', 'Change the e-signature ids of an agency.'],
      ['CancelAgencySubscription', 'Cancel the e-signature subscription of an agency.'],
      ['CanManageFormstack', 'Manage the e-signature accounts of agencies.'],
    ],
  },
  {
    label: 'Agency Administration',
    description: 'The deepest changes to an agency.',
    permissions: [
      ['AgencyManagementAdmin', 'Release seats, change an agency in depth and read the journal.'],
    ],
  },
]

export const permissionGroups: readonly PermissionGroup[] = catalogue.map(
  ({ label, description }, index) => ({ id: index + 1, label, description, order: index + 1 }),
)

export const permissionDefinitions: readonly PermissionDefinition[] = catalogue.flatMap(
  ({ permissions }, group) =>
    permissions.map(([name, description], index) => ({
      id: P[name],
      groupId: group + 1,
      label: name,
      description,
      order: index + 1,
      flags: shown,
      adminOnly: adminOnly.has(P[name]),
    })),
)

const visible: ReadonlySet<number> = new Set(permissionDefinitions.filter(isShown).map(({ id }) => id))

/** True for a permission that the user screen shows; the others are no business of a save. */
export function isVisible(permission: number): boolean {
  return visible.has(permission)
}
