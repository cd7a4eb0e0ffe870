import { event } from '../event.ts'
import { P } from '../permissions.ts'

const sees = [P.CanUpdatePermissions] as const

export const memberAdded = event('staff.added', 'Staff member added', sees)
export const passwordSet = event('staff.passwordSet', 'Password set', sees)
export const permissionsChanged = event('staff.permissionsChanged', 'Permissions changed', sees)
export const memberUnlocked = event('staff.unlocked', 'Staff member unlocked', sees)
export const memberDisabled = event('staff.disabled', 'Staff member disabled', sees)
export const memberEnabled = event('staff.enabled', 'Staff member enabled', sees)
export const factorRemoved = event(
  'staff.secondFactorRemoved',
  'Second factor of a staff member removed',
  sees,
)
export const noticesRead = event('staff.noticesRead', 'Account notices read', sees)

/** Events of staff accounts. */
export const staffEvents = [
  memberAdded,
  passwordSet,
  permissionsChanged,
  memberUnlocked,
  memberDisabled,
  memberEnabled,
  factorRemoved,
  noticesRead,
] as const
