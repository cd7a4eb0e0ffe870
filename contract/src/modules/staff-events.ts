import { event } from '../event.ts'
import { P } from '../permissions.ts'

const sees = [P.CanUpdatePermissions] as const

/** What happens to the people who may sign in. */
export const staffEvents = [
  event('staff.added', 'Staff member added', sees),
  event('staff.passwordSet', 'Password set', sees),
  event('staff.permissionsChanged', 'Permissions changed', sees),
  event('staff.unlocked', 'Staff member unlocked', sees),
  event('staff.disabled', 'Staff member disabled', sees),
  event('staff.enabled', 'Staff member enabled', sees),
] as const
